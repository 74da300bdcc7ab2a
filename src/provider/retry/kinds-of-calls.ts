import type { ModelRequest } from '#model/reply/exchange.js';

/**
 * Returns the kind of a call: its model, and the tool that it asks for. A server may answer one kind and fail at another, such as that of the
 * judge, so calls without a reply are counted for each.
 */
export function kindOf({ model, tool }: ModelRequest): string {
  return tool ? `${model} with the tool ${tool.name}` : model;
}

export class KindsOfCalls {
  readonly #provider: string;
  readonly #answered = new Set<string>();

  constructor(provider: string) {
    this.#provider = provider;
  }

  answered(kind: string): void {
    this.#answered.add(kind);
  }

  /** Returns the name of what does not answer: that of the provider, with the kind of call if it has answered another one. */
  nameOf(kind: string): string {
    return [...this.#answered].some((other) => other !== kind) ? `${this.#provider} (${kind})` : this.#provider;
  }
}
