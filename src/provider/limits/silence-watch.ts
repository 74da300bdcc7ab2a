import { EvaError, problem } from '#errors/index.js';
import { ProviderFailure } from '../failure.js';
import type { Provider } from '../provider.js';
import type { Sleep } from '../timing.js';

/** A provider that has not answered for a while, although calls wait for it. */
export interface Silence {
  readonly provider: string;
  /** Time without a reply, in milliseconds. */
  readonly ms: number;
  /** The last failure in this time; null if nothing has failed. */
  readonly failure: ProviderFailure | null;
  /** Calls that wait for a reply. */
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

export interface SilenceDeps {
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

/**
 * Reports a provider that does not answer: after `firstMs`, then after 1, 2 and 4 minutes, then every 5 minutes, until a reply arrives. If
 * nothing has failed, a reply may take twice as long as the slowest so far, so that a slow model is not reported. Waits
 * for a rate limit alone are not reported either.
 */
export class SilenceWatch {
  readonly #deps: SilenceDeps;
  readonly #attempts = new Set<{ readonly since: number }>();
  readonly #wakes = { gate: new Set<{ readonly at: number }>(), retry: new Set<{ readonly at: number }>() };
  #calls = 0;
  /** Start of the current time without a reply, while calls wait. */
  #since = 0;
  #failure: ProviderFailure | null = null;
  #slowestMs = 0;
  #reportedMs = 0;
  #timer: AbortController | undefined;
  #places: Places | undefined;

  constructor(deps: SilenceDeps) {
    this.#deps = deps;
  }

  /** Wraps a provider to count the calls that wait. Put it around retries. */
  calls(provider: Provider): Provider {
    return {
      ...provider,
      send: async (request, options) => {
        this.#enter(provider.name);
        try {
          return await provider.send(request, options);
        } finally {
          this.#leave();
        }
      },
    };
  }

  /** Wraps a provider to watch its attempts. Put it inside retries. */
  attempts(provider: Provider): Provider {
    return {
      ...provider,
      send: async (request, options) => {
        const attempt = { since: this.#deps.now() };
        this.#attempts.add(attempt);
        try {
          const reply = await provider.send(request, options);
          this.#answered(this.#deps.now() - attempt.since);
          return reply;
        } catch (error) {
          if (error instanceof ProviderFailure) this.#failure = error;
          throw error;
        } finally {
          this.#attempts.delete(attempt);
        }
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

  #enter(provider: string): void {
    this.#calls += 1;
    if (this.#calls > 1) return;
    this.#begin();
    this.#timer = new AbortController();
    void this.#watch(provider, this.#timer.signal);
  }

  #leave(): void {
    this.#calls -= 1;
    if (this.#calls === 0) this.#timer?.abort();
  }

  #answered(ms: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, ms);
    this.#begin();
  }

  #begin(): void {
    this.#since = this.#deps.now();
    this.#failure = null;
    this.#reportedMs = 0;
  }

  async #watch(provider: string, signal: AbortSignal): Promise<void> {
    const { firstMs, now, sleep, report } = this.#deps;
    while (!signal.aborted) {
      const ms = this.#silentMs();
      const due = this.#dueMs();
      if (ms >= due) {
        this.#reportedMs = due;
        report({
          provider,
          ms,
          failure: this.#failure,
          waiting: this.#calls,
          nextInMs: this.#nextInMs(now()),
          ...(this.#places && { places: this.#places }),
        });
      }
      const left = Math.min(firstMs, this.#dueMs() - this.#silentMs());
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
    const first = this.#failure ? this.#deps.firstMs : Math.max(this.#deps.firstMs, 2 * this.#slowestMs);
    if (this.#reportedMs === 0) return first;
    return laterMs.find((ms) => ms > this.#reportedMs) ?? this.#reportedMs + everyMs;
  }

  /** Returns the milliseconds until the next attempt. A wait at the gate holds back all attempts, a retry only its own call. */
  #nextInMs(now: number): number | null {
    if (this.#attempts.size > 0) return null;
    const wakes = this.#wakes.gate.size > 0 ? this.#wakes.gate : this.#wakes.retry;
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of wakes) next = Math.min(next, at);
    return wakes.size === 0 ? null : Math.max(0, next - now);
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
  throw new EvaError([problem('EVA_BAD_VALUE:silence', { variable })]);
}
