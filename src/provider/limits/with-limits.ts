import { isBusy, ProviderFailure } from '../failure.js';
import type { Provider } from '../provider.js';
import type { Sleep } from '../timing.js';
import { AdaptivePlaces } from './adaptive-places.js';
import { Gate } from './gate.js';
import { Pace, type Rates } from './pace.js';

export interface Limits extends Rates {
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
