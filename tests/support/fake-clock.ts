import type { Sleep } from '#provider/wrappers/limits.js';

export interface FakeClock {
  /** Milliseconds. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** The length of each sleep, in the order of their begin. */
  readonly sleeps: readonly number[];
  /** Returns the number of current sleeps. */
  readonly asleep: () => number;
  /** Advances the clock. Each sleep ends at its own time. */
  advance(ms: number): Promise<void>;
  /** Advances the clock without ending sleeps, as on a busy machine. */
  oversleep(ms: number): void;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Makes a clock that tests advance by hand, and its sleep. */
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

/** Makes a clock that each sleep advances at once. */
export function createHastyClock(): Pick<FakeClock, 'now' | 'sleep' | 'sleeps'> {
  let time = 0;
  const sleeps: number[] = [];
  const sleep = async (ms: number) => {
    sleeps.push(ms);
    time += ms;
  };
  return { now: () => time, sleep, sleeps };
}

/** Waits until all work that needs no time is done. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
