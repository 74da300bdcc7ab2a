import { longestTimerMs } from '#model/limits.js';
import { isBusy, ProviderFailure } from '../failure.js';
import type { Provider } from '../provider.js';
import { type Sleep, withDeadline } from '../timing.js';
import { Gate, Pace, type Rates } from './gate.js';

interface Limits extends Rates {
  /** Maximum number of concurrent attempts. */
  readonly concurrency: number;
  /** The longest `retry-after` that pauses all attempts, in milliseconds. */
  readonly longestRetryAfterMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Called with the number of concurrent attempts allowed, after each answer and each refusal. */
  readonly onPlaces?: (now: number) => void;
}

/**
 * Queues attempts, first come first served, to respect the provider's concurrency and rate limits. Allows fewer while the provider is busy.
 * A `retry-after` for one attempt pauses all that have not begun.
 */
export function withLimits(provider: Provider, limits: Limits): Provider {
  const { now, sleep, onPlaces = () => {} } = limits;
  const places = new AdaptivePlaces(limits.concurrency, now);
  const pace = new Pace(limits);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const gate = new Gate({
    places: () => places.count,
    readyAt: () => Math.max(pausedUntil, pace.readyAt()),
    now,
    sleep,
  });
  const slowDown = ({ kind, retryAfterMs = 0 }: ProviderFailure) => {
    if (isBusy(kind)) {
      places.busy(retryAfterMs);
      onPlaces(places.count);
    }
    if (retryAfterMs <= limits.longestRetryAfterMs) pausedUntil = Math.max(pausedUntil, now() + retryAfterMs);
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
    send(request, { signal: outer, timeout_s }) {
      const ms = Math.min(timeout_s * 1000, longestTimerMs);
      return withDeadline(ms, outer, (signal) => provider.send(request, { signal, timeout_s }));
    },
  };
}
