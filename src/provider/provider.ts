import type { ModelRequest, OnTimeout, ReadMedia, Reply } from '#model/reply/exchange.js';

export interface SendOptions {
  /** Aborts the call; the provider must close its socket or end its process at once. */
  readonly signal: AbortSignal;
  /** Once aborted, no further attempt begins: its reason is thrown instead. A running attempt may end. */
  readonly stop?: AbortSignal;
  /** Time limit of one attempt, up to the last byte of its answer, in seconds. */
  readonly timeout_s: number;
  /** What eva does after a timeout; default `ask_again`. */
  readonly on_timeout?: OnTimeout;
  /** The key of the reply. It identifies a request in a batch. */
  readonly key?: string;
  readonly readFile?: ReadMedia;
}

/**
 * A way to call models. `send` makes one attempt and throws `ProviderFailure` if it gave no usable reply. Time limits, rate limits and
 * retries are wrappers with the same interface.
 */
export interface Provider {
  readonly name: string;
  /** The environment of the provider's program, whose secrets replies must not show; absent for a server. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly load?: () => unknown;
  send(request: ModelRequest, options: SendOptions): Promise<Reply>;
}

/** Returns the reader of the files of a request, or one that throws for a request that was made without a reader. */
export function fileReader(readFile: ReadMedia | undefined): ReadMedia {
  return (
    readFile ??
    (async ({ media_type }) => {
      throw new Error(`a request has a file (${media_type}) and no way to read it`);
    })
  );
}
