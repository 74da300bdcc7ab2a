import { mostTokensOfFiles, tokensAdded } from '#model/limits.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import type { SendOptions } from '../provider.js';
import type { Sleep } from '../timing.js';

interface GateRules {
  /** Returns the number of attempts that may be inside at the same time. */
  readonly places: () => number;
  /** Returns the time from which the next attempt may enter. */
  readonly readyAt: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

type Signals = Pick<SendOptions, 'signal' | 'stop'>;

/**
 * Queues attempts, first come first served, until a place is free and `readyAt` is reached. Uses at most one timer for the whole queue.
 * Call `leave` once after each `enter`.
 */
export class Gate {
  readonly #rules: GateRules;
  readonly #queue = new Set<() => void>();
  #inside = 0;
  #timer: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(rules: GateRules) {
    this.#rules = rules;
  }

  /** Waits for entry, calls `onEntry` at that moment and returns its result. Throws the reason of a signal that is aborted before. */
  async enter<T>(onEntry: () => T, signals: Signals): Promise<T> {
    signals.signal.throwIfAborted();
    signals.stop?.throwIfAborted();
    const { places, readyAt, now } = this.#rules;
    if (this.#queue.size > 0 || this.#inside >= places() || readyAt() > now()) return this.#wait(onEntry, signals);
    this.#inside += 1;
    return onEntry();
  }

  leave(): void {
    this.#inside -= 1;
    this.#admit();
  }

  #wait<T>(onEntry: () => T, { signal, stop }: Signals): Promise<T> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        this.#queue.delete(enter);
        signal.removeEventListener('abort', giveUp);
        stop?.removeEventListener('abort', giveUp);
      };
      const enter = () => {
        leaveQueue();
        resolve(onEntry());
      };
      const giveUp = () => {
        leaveQueue();
        reject(signal.aborted ? signal.reason : stop?.reason);
        this.#admit();
      };
      this.#queue.add(enter);
      signal.addEventListener('abort', giveUp);
      stop?.addEventListener('abort', giveUp);
      this.#admit();
    });
  }

  #admit(): void {
    const { places, readyAt, now } = this.#rules;
    for (const enter of this.#queue) {
      if (this.#inside >= places()) break;
      if (readyAt() > now()) {
        this.#wakeAt(readyAt());
        return;
      }
      this.#inside += 1;
      enter();
    }
    this.#clearTimer();
  }

  #wakeAt(at: number): void {
    if (this.#timer && this.#timer.at <= at) return;
    this.#clearTimer();
    const timer = { at, cancel: new AbortController() };
    this.#timer = timer;
    const wake = () => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#admit();
    };
    this.#rules.sleep(at - this.#rules.now(), timer.cancel.signal).then(wake, () => {});
  }

  #clearTimer(): void {
    this.#timer?.cancel.abort();
    this.#timer = undefined;
  }
}

const minuteMs = 60_000;
/** Characters per token of English text in common tokenizers. eva uses it only for the first requests. */
const charactersPerToken = 4;

export interface Rates {
  /** Attempts per minute; undefined for no limit. */
  readonly rpm: number | undefined;
  /** Tokens per minute, input and output; undefined for no limit. */
  readonly tpm: number | undefined;
}

/**
 * Spreads attempts and their tokens evenly over each minute. Charges an attempt the mean of earlier replies when it begins, and
 * corrects that when it ends. Charges the first attempts the maximum of their request. Times in milliseconds of a monotonic clock.
 */
export class Pace {
  readonly #msPerRequest: number;
  readonly #msPerToken: number;
  #nextRequest = Number.NEGATIVE_INFINITY;
  #nextToken = Number.NEGATIVE_INFINITY;
  #replies = 0;
  #tokens = 0;

  constructor({ rpm, tpm }: Rates) {
    this.#msPerRequest = rpm === undefined ? 0 : minuteMs / rpm;
    this.#msPerToken = tpm === undefined ? 0 : minuteMs / tpm;
  }

  /** Returns the time from which the next attempt may begin. */
  readyAt(): number {
    return Math.max(this.#nextRequest, this.#nextToken);
  }

  /** Records the start of an attempt. Returns the tokens that it is charged. */
  begin(request: ModelRequest, now: number): number {
    if (this.#msPerRequest > 0) this.#nextRequest = Math.max(now, this.#nextRequest) + this.#msPerRequest;
    if (this.#msPerToken === 0) return 0;
    const charged = this.#replies === 0 ? mostTokens(request) : this.#tokens / this.#replies;
    this.#nextToken = Math.max(now, this.#nextToken) + charged * this.#msPerToken;
    return charged;
  }

  /** Records the end of an attempt and its tokens: none without a reply, at most the limit of a minute. */
  end(charged: number, reply: Reply | null): void {
    const reported = reply === null ? 0 : tokensOf(reply);
    if (reported === null) return;
    const used = Math.min(reported, Math.max(charged, minuteMs / this.#msPerToken));
    this.#nextToken += (used - charged) * this.#msPerToken;
    if (reply === null) return;
    this.#replies += 1;
    this.#tokens += used;
  }
}

/** Estimates the tokens of a request and its reply. Files, and what a provider adds for tools, count as in the cost of a plan. */
function mostTokens({ system = '', messages, max_tokens, tool, options }: ModelRequest): number {
  const files = messages.flatMap(({ parts = [] }) => parts.flatMap((part) => ('file' in part ? [part.file] : [])));
  const settings = tool || options ? JSON.stringify([tool ?? null, options ?? null]).length : 0;
  const characters = messages.reduce((sum, { content }) => sum + content.length, system.length + settings);
  const added = tool || options?.tools ? tokensAdded : 0;
  return characters / charactersPerToken + added + mostTokensOfFiles(files) + max_tokens;
}

/** Returns the tokens of a reply; null if the provider does not report them, so that the estimate remains. */
function tokensOf({ usage: { input_tokens, output_tokens } }: Reply): number | null {
  return input_tokens === null && output_tokens === null ? null : (input_tokens ?? 0) + (output_tokens ?? 0);
}
