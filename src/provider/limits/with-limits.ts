import { longestTimerMs } from '#model/limits.js';
import { isBusy, ProviderFailure } from '../failure.js';
import type { Provider } from '../provider.js';
import { type Sleep, withDeadline } from '../timing.js';
import { Gate, Pace, type Rates } from './gate.js';

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
  readonly gate: Gate;
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
    this.gate = new Gate({ places: () => this.places.count, readyAt, now: limits.now, sleep });
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
