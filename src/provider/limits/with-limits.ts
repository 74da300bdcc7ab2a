import type { Provider } from '../provider.js';
import type { Sleep } from '../sleep.js';

export interface Limits {
  /** Attempts in hand at the same time. */
  readonly concurrency: number;
  /** Attempts begun per minute, evenly spaced; undefined for no limit. */
  readonly rpm: number | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** Holds attempts back, first come first served, so that a provider has no more of them in hand or begun than it allows. */
export function withLimits(provider: Provider, limits: Limits): Provider {
  const places = new Places(limits.concurrency);
  const pace = paceOf(limits);
  return {
    ...provider,
    async send(request, options) {
      await places.take(options.signal);
      try {
        await pace(options.signal);
        return await provider.send(request, options);
      } finally {
        places.giveBack();
      }
    },
  };
}

/** A number of places and the queue of those who wait for one. */
class Places {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#queue.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#queue.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** The place goes straight to whoever waits longest. */
  giveBack(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}

function paceOf({ rpm, now, sleep }: Limits): (signal: AbortSignal) => Promise<void> {
  if (rpm === undefined) return async () => {};
  const spacing = 60_000 / rpm;
  let next = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const at = Math.max(now(), next);
    next = at + spacing;
    const wait = at - now();
    if (wait > 0) await sleep(wait, signal);
  };
}
