import type { ModelRequest, OnTimeout, Reply } from '#model/reply/exchange.js';

export interface SendOptions {
  /** Ends the call; the provider must let go of its socket or process at once. */
  readonly signal: AbortSignal;
  /** Once aborted no further attempt is begun: the one in hand may end. Its reason is thrown in place of the next. */
  readonly stop?: AbortSignal;
  /** Bound of one attempt, to the last byte, in seconds. */
  readonly timeout_s: number;
  /** What an attempt that runs out of time means; `ask_again` unless set. */
  readonly on_timeout?: OnTimeout;
  /** The key of the reply, which names a request among those that are sent together. */
  readonly key?: string;
}

/**
 * A way to a model. `send` makes one attempt and throws `ProviderFailure` if it gave no usable reply;
 * time limits, retries and limits are wrappers of the same shape.
 */
export interface Provider {
  readonly name: string;
  /** The environment of the program that answers, whose secrets replies must not show; absent for a server. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Loads what the first attempt takes. */
  readonly load?: () => unknown;
  send(request: ModelRequest, options: SendOptions): Promise<Reply>;
}
