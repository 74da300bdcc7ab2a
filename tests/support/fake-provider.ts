import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import type { Provider } from '#provider/provider.js';

export interface ManualProvider {
  readonly provider: Provider;
  /** The requested models or messages, in order. */
  readonly begun: readonly string[];
  /** Answers the request to this model, with this number of tokens. */
  finish(model: string, tokens?: number): void;
  fail(model: string, error: Error): void;
}

/** Makes a provider whose attempts end by hand, each identified by its message, or by its model without one. */
export function createManual(): ManualProvider {
  const begun: string[] = [];
  const waiting = new Map<string, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  const provider: Provider = {
    name: 'manual',
    send: ({ model, messages }) => {
      const name = messages[0]?.content ?? model;
      begun.push(name);
      return new Promise((resolve, reject) => waiting.set(name, { resolve, reject }));
    },
  };
  return {
    provider,
    begun,
    finish: (model, tokens = 2) => waiting.get(model)?.resolve(replyOf(model, tokens)),
    fail: (model, error) => waiting.get(model)?.reject(error),
  };
}

function replyOf(model: string, tokens: number): Reply {
  const usage = { input_tokens: tokens - 1, output_tokens: 1 };
  return { text: model, stop: 'end', usage, latency_s: 0, model };
}

/** Makes a request that is identified by its model, or by a message. */
export function requestTo(model: string, message?: string): ModelRequest {
  const messages = message === undefined ? [] : [{ role: 'user' as const, content: message }];
  return { provider: 'manual', model, messages, max_tokens: 1 };
}
