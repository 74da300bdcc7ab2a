import { setTimeout as wait } from 'node:timers/promises';

/** The longest that a timer can be set for, in milliseconds; anything above would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** Waits some milliseconds, less if the signal is aborted: then throws its reason. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = async (ms, signal) => {
  try {
    await wait(Math.min(ms, longestTimerMs), undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
};
