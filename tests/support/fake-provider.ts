import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import type { Provider } from '#provider/provider.js';

export interface ManualProvider {
  readonly provider: Provider;
  /** The models asked for, in order. */
  readonly begun: readonly string[];
  /** Answers what was asked of this model, with so many tokens. */
  finish(model: string, tokens?: number): void;
  fail(model: string, error: Error): void;
}

/** A provider whose attempts end when they are told to, each known by its model. */
export function createManual(): ManualProvider {
  const begun: string[] = [];
  const waiting = new Map<string, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  const provider: Provider = {
    name: 'manual',
    send: ({ model }) => {
      begun.push(model);
      return new Promise((resolve, reject) => waiting.set(model, { resolve, reject }));
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

/** A request that is known by its model. */
export function requestTo(model: string): ModelRequest {
  return { provider: 'manual', model, messages: [], max_tokens: 1 };
}
