import type { ModelRequest, OnTimeout, ReadMedia, Reply } from '#model/reply/exchange.js';
import type { WhyMissing } from '#model/run/trial.js';

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

/**
 * The reason that an attempt gave no reply. The first eight may be temporary; a retry cannot fix the others. `bad_request` is about one request,
 * the others are about all. `not_json` is a page for people or a stream of events: from a server that never replied, more calls bring the same.
 */
export type FailureKind =
  | 'rate_limited'
  | 'overloaded'
  | 'server_error'
  | 'connection'
  | 'broken_body'
  | 'not_json'
  | 'timeout'
  | 'process'
  | 'no_program'
  | 'refused_key'
  | 'not_allowed'
  | 'bad_request'
  | 'no_api'
  | 'unknown_authority'
  | 'unknown_model';

/** Returns true if the provider asks to come back later. Such a failure does not count as an attempt. */
export function isBusy(kind: FailureKind): boolean {
  return kind === 'rate_limited' || kind === 'overloaded';
}

/** The name of the token limit that a server asks for, and whether its provider has an entry in eva.yml that can set it. */
export interface WantedTokenLimit {
  readonly name: string;
  readonly hasEntry: boolean;
}

interface FailureDetails {
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly wasSent?: boolean;
  readonly tokenLimit?: WantedTokenLimit;
  readonly login?: string;
  readonly cause?: unknown;
}

/** One attempt that gave no usable reply. The message never holds a key. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  /** The wait of `retry-after`, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** True if the connection broke after the whole request was sent, so that a model may have processed it. */
  readonly wasSent: boolean;
  /** Present if the server refused the name of the token limit. */
  readonly tokenLimit: WantedTokenLimit | undefined;
  /** What to do about a refused key that is in no variable. */
  readonly login: string | undefined;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.wasSent = details.wasSent ?? false;
    this.tokenLimit = details.tokenLimit;
    this.login = details.login;
  }
}

/** Thrown if there is no reply: retries are used up, or no recording has it. The trial is missing and the run unfinished. */
export class NoReply extends Error {
  override readonly name = 'NoReply';
  readonly why: WhyMissing;

  constructor(
    message: string,
    { why = 'given_up', cause }: { readonly why?: WhyMissing; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.why = why;
  }

  /** True if another attempt in the same run is pointless. */
  get isFinal(): boolean {
    return this.why !== 'given_up';
  }
}

/** Thrown for a call that timed out and whose trial fails for that reason. eva does not retry it. */
export class RanOutOfTime extends Error {
  override readonly name = 'RanOutOfTime';
}

const longestText = 300;

/** Shortens a text of a server or a program to one line of at most 300 characters, for messages. */
export function failureText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length <= longestText ? line : `${line.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
