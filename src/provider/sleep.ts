import { setTimeout as wait } from 'node:timers/promises';
import { longestTimerMs } from '#model/limits.js';

/** Waits some milliseconds, less if the signal is aborted: then throws its reason. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = async (ms, signal) => {
  try {
    await wait(Math.min(ms, longestTimerMs), undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
};
