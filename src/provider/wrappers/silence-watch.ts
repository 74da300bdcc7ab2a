import { EvaError, problem } from '#model/problem.js';
import { type Provider, ProviderFailure } from '../provider.js';
import { attemptKind, KindsOfCalls } from './breaker.js';
import type { Sleep } from './limits.js';

/** A provider that has not answered for a while, although calls wait for it. */
export interface Silence {
  readonly provider: string;
  /** Time without a reply, in milliseconds; 0 once a silence that was reported is over. */
  readonly ms: number;
  /** The last failure in this time; null if nothing has failed. */
  readonly failure: ProviderFailure | null;
  readonly waiting: number;
  /** Milliseconds until the next attempt; null while one runs. */
  readonly nextInMs: number | null;
  /** The concurrent attempts allowed, at most and now; absent unless eva allows fewer because the provider is busy. */
  readonly places?: Places;
}

interface Places {
  readonly most: number;
  readonly now: number;
}

interface SilenceDeps {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Milliseconds of silence before the first report. */
  readonly firstMs: number;
  readonly report: (silence: Silence) => void;
}

const minuteMs = 60_000;
const laterMs = [1, 2, 4].map((minutes) => minutes * minuteMs);
const everyMs = 5 * minuteMs;
/** How many times earlier a kind of call is reported that has only failed: nothing else on the screen says why nothing comes. */
const earlier = 6;
/** The time between two calls that are one wait. */
const nextCallMs = 1000;

/**
 * Reports a provider that does not answer a kind of call: after `firstMs`, then after 1, 2 and 4 minutes, then every 5 minutes, until a reply
 * arrives or no call waits any more, which it reports too; also after a sixth of `firstMs` if there was only failure so far. If
 * nothing has failed, a reply may take twice as long as the slowest so far, so that a slow model is not reported. Waits
 * for a rate limit alone are not reported either.
 */
export class SilenceWatch {
  readonly #deps: SilenceDeps;
  readonly #wakes = { gate: new Set<{ readonly at: number }>(), retry: new Set<{ readonly at: number }>() };
  readonly #kinds = new Map<string, CallsOfKind>();
  #places: Places | undefined;

  constructor(deps: SilenceDeps) {
    this.#deps = deps;
  }

  /** Wraps a provider to count the calls that wait. Put it around retries. */
  calls(provider: Provider): Provider {
    const answered = new KindsOfCalls(provider.name);
    const watch = (kind: string) => {
      let name = provider.name;
      return new CallsOfKind({
        ...this.#deps,
        report: (silence, isTrying) => {
          if (silence.ms > 0) name = answered.nameOf(kind);
          this.#deps.report({
            provider: name,
            ...silence,
            nextInMs: isTrying ? null : this.#nextInMs(),
            ...(this.#places && { places: this.#places }),
          });
        },
      });
    };
    return {
      ...provider,
      send: async (request, options) => {
        const kind = attemptKind(request);
        const calls = this.#kinds.get(kind) ?? watch(kind);
        this.#kinds.set(kind, calls);
        calls.enter();
        try {
          const reply = await provider.send(request, options);
          answered.answered(kind);
          return reply;
        } finally {
          calls.leave();
        }
      },
    };
  }

  /** Wraps a provider to watch its attempts. Put it inside retries. */
  attempts(provider: Provider): Provider {
    return {
      ...provider,
      send: (request, options) => {
        const send = () => provider.send(request, options);
        return this.#kinds.get(attemptKind(request))?.attempt(send) ?? send();
      },
    };
  }

  /** Returns a `Sleep` that tracks waits before an attempt: of all calls (`gate`) or of one call (`retry`). */
  sleep(whose: 'gate' | 'retry'): Sleep {
    const { now, sleep } = this.#deps;
    return async (ms, signal) => {
      const wake = { at: now() + ms };
      this.#wakes[whose].add(wake);
      try {
        await sleep(ms, signal);
      } finally {
        this.#wakes[whose].delete(wake);
      }
    };
  }

  /** Sets the number of concurrent attempts that the limits allow. */
  limited(places: Places): void {
    this.#places = places.now < places.most ? places : undefined;
  }

  /** Returns the milliseconds until the next attempt. A wait at the gate holds back all attempts, a retry only its own call. */
  #nextInMs(): number | null {
    const wakes = this.#wakes.gate.size > 0 ? this.#wakes.gate : this.#wakes.retry;
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of wakes) next = Math.min(next, at);
    return wakes.size === 0 ? null : Math.max(0, next - this.#deps.now());
  }
}

interface KindDeps extends Pick<SilenceDeps, 'now' | 'sleep' | 'firstMs'> {
  /** `isTrying`: an attempt runs. */
  readonly report: (silence: Pick<Silence, 'ms' | 'failure' | 'waiting'>, isTrying: boolean) => void;
}

class CallsOfKind {
  readonly #deps: KindDeps;
  readonly #attempts = new Set<{ readonly since: number }>();
  #calls = 0;
  /** Start of the current time without a reply, while calls wait. */
  #since = 0;
  #leftAt = 0;
  #failure: ProviderFailure | null = null;
  #hasAnswered = false;
  #slowestMs = 0;
  #reportedMs = 0;
  #isReported = false;
  #timer: AbortController | undefined;

  constructor(deps: KindDeps) {
    this.#deps = deps;
  }

  enter(): void {
    this.#calls += 1;
    if (this.#calls > 1) return;
    // A call that follows a failed one at once waits on: with one place, each call is alone.
    if (this.#failure === null || this.#deps.now() - this.#leftAt > nextCallMs) this.#begin();
    this.#timer = new AbortController();
    void this.#watch(this.#timer.signal);
  }

  leave(): void {
    this.#calls -= 1;
    this.#leftAt = this.#deps.now();
    if (this.#calls > 0) return;
    this.#timer?.abort();
    if (this.#isReported) void this.#endAlone();
  }

  async attempt<T>(send: () => Promise<T>): Promise<T> {
    const attempt = { since: this.#deps.now() };
    this.#attempts.add(attempt);
    try {
      const reply = await send();
      this.#slowestMs = Math.max(this.#slowestMs, this.#deps.now() - attempt.since);
      this.#hasAnswered = true;
      this.#begin();
      this.#end();
      return reply;
    } catch (error) {
      if (error instanceof ProviderFailure) this.#failure = error;
      throw error;
    } finally {
      this.#attempts.delete(attempt);
    }
  }

  #begin(): void {
    this.#since = this.#deps.now();
    this.#failure = null;
    this.#reportedMs = 0;
  }

  /** Ends the silence unless another call follows at once. */
  async #endAlone(): Promise<void> {
    await this.#deps.sleep(nextCallMs + 1, new AbortController().signal);
    if (this.#calls === 0) this.#end();
  }

  #end(): void {
    if (!this.#isReported) return;
    this.#isReported = false;
    this.#deps.report({ ms: 0, failure: null, waiting: this.#calls }, false);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { firstMs, sleep, report } = this.#deps;
    while (!signal.aborted) {
      const ms = this.#silentMs();
      const due = this.#dueMs();
      if (ms >= due) {
        this.#reportedMs = due;
        this.#isReported = true;
        report({ ms, failure: this.#failure, waiting: this.#calls }, this.#attempts.size > 0);
      }
      const left = Math.min(firstMs / earlier, this.#dueMs() - this.#silentMs());
      await sleep(Math.max(1, left), signal).catch(() => {});
    }
  }

  /** Returns the milliseconds for which the provider has not answered. */
  #silentMs(): number {
    const now = this.#deps.now();
    if (this.#failure) return now - this.#since;
    const [oldest] = this.#attempts;
    return oldest ? now - Math.max(this.#since, oldest.since) : 0;
  }

  /** Returns the milliseconds of silence after which the next report is due. */
  #dueMs(): number {
    const { firstMs } = this.#deps;
    const first = this.#failure ? firstMs / (this.#hasAnswered ? 1 : earlier) : Math.max(firstMs, 2 * this.#slowestMs);
    if (this.#reportedMs === 0) return first;
    return [firstMs, ...laterMs].find((ms) => ms > this.#reportedMs) ?? this.#reportedMs + everyMs;
  }
}

const variable = 'EVA_SILENCE_S';
const defaultMs = 30_000;

/** Returns the milliseconds of silence before the first report: 30,000 or `EVA_SILENCE_S`. Throws `EvaError` if that is not a valid time. */
export function firstSilenceMs(env: Readonly<Record<string, string | undefined>>): number {
  const text = env[variable]?.trim() ?? '';
  if (text === '') return defaultMs;
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds >= 0.1 && seconds <= 3600) return seconds * 1000;
  throw new EvaError([
    problem('EVA_BAD_VALUE:silence', `${variable} is not a number of seconds`, {
      hint: 'set it to the seconds without a reply after which eva says that it waits, from 0.1 to 3600, or unset it',
    }),
  ]);
}
