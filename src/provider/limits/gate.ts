import type { SendOptions } from '../provider.js';
import type { Sleep } from '../timing.js';

export interface GateRules {
  /** How many may be inside at the same time. */
  readonly places: () => number;
  /** From when on the next may enter. */
  readonly readyAt: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

type Signals = Pick<SendOptions, 'signal' | 'stop'>;

/**
 * Lets attempts in, first come first served, as places and time allow. However many wait, there is one timer, and none where
 * nobody waits for the time. Whoever was let in says `leave` once.
 */
export class Gate {
  readonly #rules: GateRules;
  readonly #queue = new Set<() => void>();
  #inside = 0;
  #timer: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(rules: GateRules) {
    this.#rules = rules;
  }

  /** Calls `onEntry` at the moment of entry and returns what it returns. Throws the reason of the signal that is aborted before. */
  async enter<T>(onEntry: () => T, signals: Signals): Promise<T> {
    signals.signal.throwIfAborted();
    signals.stop?.throwIfAborted();
    const { places, readyAt, now } = this.#rules;
    if (this.#queue.size > 0 || this.#inside >= places() || readyAt() > now()) return this.#queueUp(onEntry, signals);
    this.#inside += 1;
    return onEntry();
  }

  leave(): void {
    this.#inside -= 1;
    this.#letIn();
  }

  #queueUp<T>(onEntry: () => T, { signal, stop }: Signals): Promise<T> {
    return new Promise((resolve, reject) => {
      const outOfQueue = () => {
        this.#queue.delete(enter);
        signal.removeEventListener('abort', giveUp);
        stop?.removeEventListener('abort', giveUp);
      };
      const enter = () => {
        outOfQueue();
        resolve(onEntry());
      };
      const giveUp = () => {
        outOfQueue();
        reject(signal.aborted ? signal.reason : stop?.reason);
        this.#letIn();
      };
      this.#queue.add(enter);
      signal.addEventListener('abort', giveUp);
      stop?.addEventListener('abort', giveUp);
      this.#letIn();
    });
  }

  #letIn(): void {
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
    this.#forgetTimer();
  }

  #wakeAt(at: number): void {
    if (this.#timer && this.#timer.at <= at) return;
    this.#forgetTimer();
    const timer = { at, cancel: new AbortController() };
    this.#timer = timer;
    const wake = () => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#letIn();
    };
    this.#rules.sleep(at - this.#rules.now(), timer.cancel.signal).then(wake, () => {});
  }

  #forgetTimer(): void {
    this.#timer?.cancel.abort();
    this.#timer = undefined;
  }
}
