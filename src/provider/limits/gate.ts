import type { SendOptions } from '../provider.js';
import type { Sleep } from '../timing.js';

export interface GateRules {
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
