import { setTimeout as wait } from 'node:timers/promises';
import { longestTimerMs, mostTokensOfFiles, tokensAdded } from '#model/limits.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { type FailureKind, isBusy, NoReply, type Provider, ProviderFailure, type SendOptions } from '../provider.js';

/**
 * The outcome of an attempt: its reply; `unpaid`: it cost nothing; `lost`: it may have been charged and has no reply; `pending`: it may
 * have been charged, and a later process of the run will find its reply.
 */
export type CallOutcome = Reply | 'unpaid' | 'lost' | 'pending';

/** The part of a budget that is reserved for some requests of a batch. */
interface Reservation {
  /** The number of leading requests that can never fit the budget, and the error for them. */
  readonly refused: number;
  readonly refusal: NoReply | null;
  /** A function for each of the next requests, which are admitted. Call it once with the outcome. */
  readonly settles: readonly ((outcome: CallOutcome) => void)[];
}

/** Decides which requests may be sent in batches, at the price for batches. */
export interface BatchAdmission {
  /**
   * Reserves the maximum cost of all requests if the budget has room for them. If not, reserves nothing while a call is unfinished, and
   * then as many leading requests as fit.
   */
  reserve(requests: readonly ModelRequest[]): Reservation;
  /** Reserves the maximum cost of a request that is already submitted, even beyond the budget. */
  hold(request: ModelRequest): (outcome: CallOutcome) => void;
  /** Resolves once no call is unfinished. Throws the reason of `stop`. */
  idle(stop: AbortSignal): Promise<void>;
}

/** Decides whether an attempt may be made. Limits the attempts of a run, of all providers together. */
export interface CallAdmission {
  /**
   * Resolves once the attempt may be made, with a function to call once with its outcome. Throws a final `NoReply` if it may not be
   * made, and the reason of `stop` if that is aborted during the wait.
   */
  admit(request: ModelRequest, stop: AbortSignal): Promise<(outcome: CallOutcome) => void>;
  readonly batch: BatchAdmission;
}

/** Waits for admission before each attempt, and reports its outcome afterwards. Throws the errors of `Admission.admit`. */
export function withAdmission(provider: Provider, admission: Pick<CallAdmission, 'admit'>): Provider {
  return {
    ...provider,
    async send(request, options) {
      const settle = await admission.admit(request, options.stop ?? options.signal);
      const result = await provider.send(request, options).then(
        (reply) => ({ reply }),
        (error: unknown) => ({ error }),
      );
      if ('reply' in result) {
        settle(result.reply);
        return result.reply;
      }
      settle(outcomeOfCall(result.error, options.signal, 'lost'));
      throw result.error;
    },
  };
}

/** Failures of attempts that a model may have processed. An attempt that fails with a status costs nothing. */
const afterWork: readonly FailureKind[] = ['timeout', 'broken_body', 'process'];

/**
 * Returns the outcome of an attempt that threw `error`; `ended` is that of one which `signal` aborts. `NoReply` comes from a batch that eva
 * cannot poll and that continues at the provider.
 */
export function outcomeOfCall(error: unknown, signal: AbortSignal, ended: 'lost' | 'pending'): CallOutcome {
  if (error instanceof ProviderFailure) return error.wasSent || afterWork.includes(error.kind) ? 'lost' : 'unpaid';
  if (error instanceof NoReply) return 'pending';
  return signal.aborted && error === signal.reason ? ended : 'unpaid';
}

interface Limits extends Rates {
  readonly concurrency: number;
  /** The longest `retry-after` that pauses all attempts, in milliseconds. */
  readonly longestRetryAfterMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** The limits of one provider: the queue of its attempts, the places for them and their pace. Several runs may share them. */
export class ProviderLimits {
  readonly gate: CallGate;
  readonly pace: Pace;
  readonly places: AdaptivePlaces;
  readonly now: () => number;
  readonly #longestRetryAfterMs: number;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor({ sleep, ...limits }: Limits) {
    this.now = limits.now;
    this.#longestRetryAfterMs = limits.longestRetryAfterMs;
    this.places = new AdaptivePlaces(limits.concurrency, limits.now);
    this.pace = new Pace(limits);
    const readyAt = () => Math.max(this.#pausedUntil, this.pace.readyAt());
    this.gate = new CallGate({ places: () => this.places.count, readyAt, now: limits.now, sleep });
  }

  /** Lets no attempt begin for a time that the provider asked for, unless it is too long. */
  pause(retryAfterMs: number): void {
    if (retryAfterMs > this.#longestRetryAfterMs) return;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.now() + retryAfterMs);
  }
}

/**
 * Queues attempts, first come first served, to respect the provider's concurrency and rate limits. Allows fewer while the provider is busy.
 * A `retry-after` for one attempt pauses all that have not begun. Calls `onPlaces` with the number of concurrent attempts allowed, after
 * each answer and each refusal.
 */
export function withLimits(
  provider: Provider,
  limits: ProviderLimits,
  onPlaces: (now: number) => void = () => {},
): Provider {
  const { gate, pace, places, now } = limits;
  const slowDown = ({ kind, retryAfterMs = 0 }: ProviderFailure) => {
    if (isBusy(kind)) {
      places.busy(retryAfterMs);
      onPlaces(places.count);
    }
    limits.pause(retryAfterMs);
  };
  return {
    ...provider,
    async send(request, options) {
      const charged = await gate.enter(() => pace.begin(request, now()), options);
      try {
        const reply = await provider.send(request, options);
        places.answered();
        onPlaces(places.count);
        pace.end(charged, reply);
        return reply;
      } catch (error) {
        pace.end(charged, null);
        if (error instanceof ProviderFailure) slowDown(error);
        throw error;
      } finally {
        gate.leave();
      }
    },
  };
}

/** The shortest time between two halvings: the first answers after a halving still belong to attempts that began before it. */
const shortestRestMs = 1_000;

/**
 * The number of attempts that may run at the same time. Halves it when the provider is busy, and adds one after as many answers as there
 * are places (additive increase, multiplicative decrease: Chiu and Jain, 1989). Stays between 1 and `ceiling`.
 */
export class AdaptivePlaces {
  readonly #ceiling: number;
  readonly #now: () => number;
  #count: number;
  #answers = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;

  /** `now` in milliseconds of a monotonic clock. */
  constructor(ceiling: number, now: () => number) {
    this.#ceiling = ceiling;
    this.#now = now;
    this.#count = ceiling;
  }

  get count(): number {
    return this.#count;
  }

  answered(): void {
    if (this.#count >= this.#ceiling || ++this.#answers < this.#count) return;
    this.#count += 1;
    this.#answers = 0;
  }

  /** Halves the count, at most once per second and once per `retryAfterMs`: the wait that the provider asked for, else 0. */
  busy(retryAfterMs: number): void {
    const now = this.#now();
    if (now < this.#restsUntil) return;
    this.#count = Math.max(1, Math.floor(this.#count / 2));
    this.#answers = 0;
    this.#restsUntil = now + Math.max(shortestRestMs, retryAfterMs);
  }
}

/**
 * Limits each attempt, up to the last byte of its answer, to `timeout_s` of wall-clock time. At the deadline aborts the attempt's signal and
 * throws `ProviderFailure` `timeout`, even if the provider ignores the signal.
 */
export function withTimeout(provider: Provider): Provider {
  return {
    ...provider,
    send(request, { signal: outer, timeout_s, readFile }) {
      const ms = Math.min(timeout_s * 1000, longestTimerMs);
      const files = readFile && { readFile };
      return withDeadline(ms, outer, (signal) => provider.send(request, { signal, timeout_s, ...files }));
    },
  };
}

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
export class CallGate {
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

/** Waits `ms` milliseconds. Throws the signal's reason as soon as it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = async (ms, signal) => {
  try {
    await wait(Math.min(ms, longestTimerMs), undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
};

/**
 * Runs work with a deadline of `ms` milliseconds. Throws `ProviderFailure` `timeout` at the deadline and the reason of `outer` if that is
 * aborted, even if the work ignores its signal.
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const controller = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const onAbort = () => controller.abort(outer.reason);
  const late = () => controller.abort(new ProviderFailure('timeout', attemptTexts.timeout({ seconds: ms / 1000 })));
  const timer = setTimeout(late, ms);
  outer.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onAbort);
  }
}

/** Runs work with a signal that is aborted with `signal` or `stop`, for the same reason. Throws that reason if one is aborted already. */
export async function withEither<T>({ signal, stop }: Signals, work: (either: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  stop?.throwIfAborted();
  if (stop === undefined) return work(signal);
  const either = new AbortController();
  const abort = () => either.abort(signal.aborted ? signal.reason : stop.reason);
  signal.addEventListener('abort', abort);
  stop.addEventListener('abort', abort);
  try {
    return await work(either.signal);
  } finally {
    signal.removeEventListener('abort', abort);
    stop.removeEventListener('abort', abort);
  }
}
