import type { Sleep } from '#provider/timing.js';

export interface FakeClock {
  /** Milliseconds. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** How long each sleep was to last, in the order in which they began. */
  readonly sleeps: readonly number[];
  /** Those that sleep now. */
  readonly asleep: () => number;
  /** Lets so much time pass: whoever is due wakes at his own moment and does what he does. */
  advance(ms: number): Promise<void>;
  /** So much time passes in which nobody who is due wakes, as where the machine is busy. */
  oversleep(ms: number): void;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is told to go on, and the sleep that goes by it. */
export function createFakeClock(start = 0): FakeClock {
  let time = start;
  const sleeps: number[] = [];
  const sleepers = new Set<Sleeper>();
  const sleep: Sleep = (ms, signal) => {
    sleeps.push(ms);
    return new Promise((resolve, reject) => {
      const wake = () => {
        sleepers.delete(sleeper);
        signal.removeEventListener('abort', startled);
        resolve();
      };
      const sleeper = { at: time + ms, wake };
      const startled = () => {
        sleepers.delete(sleeper);
        reject(signal.reason);
      };
      sleepers.add(sleeper);
      signal.addEventListener('abort', startled, { once: true });
    });
  };
  const advance = async (ms: number) => {
    const end = time + ms;
    for (await settled(); ; await settled()) {
      const [next] = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      time = Math.max(time, next.at);
      next.wake();
    }
    time = end;
  };
  const oversleep = (ms: number) => {
    time += ms;
  };
  return { now: () => time, sleep, sleeps, asleep: () => sleepers.size, advance, oversleep };
}

/** A clock that goes on by as much as anybody sleeps, at once. */
export function createHastyClock(): Pick<FakeClock, 'now' | 'sleep' | 'sleeps'> {
  let time = 0;
  const sleeps: number[] = [];
  const sleep = async (ms: number) => {
    sleeps.push(ms);
    time += ms;
  };
  return { now: () => time, sleep, sleeps };
}

/** Resolves when everything that can happen without time has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
