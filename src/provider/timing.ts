import { setTimeout as wait } from 'node:timers/promises';
import { longestTimerMs } from '#model/limits.js';
import { ProviderFailure } from './failure.js';
import type { SendOptions } from './provider.js';

/** Waits some milliseconds, less if the signal is aborted: then throws its reason. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = async (ms, signal) => {
  try {
    await wait(Math.min(ms, longestTimerMs), undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
};

/**
 * Does work that has so many milliseconds, and ends it when they are over or the outer signal is aborted: throws `ProviderFailure`
 * `timeout`, or that signal's reason, whether or not the work heeds its own.
 */
export async function within<T>(ms: number, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  outer.throwIfAborted();
  const own = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason), { once: true });
  });
  const onAbort = () => own.abort(outer.reason);
  const late = () => own.abort(new ProviderFailure('timeout', `no answer within ${ms / 1000} s`));
  const timer = setTimeout(late, ms);
  outer.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(own.signal), ended]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onAbort);
  }
}

/** Does something under one signal that is aborted with either of two, for the same reason. Throws that reason if it is aborted already. */
export async function withEither<T>(
  { signal, stop }: Pick<SendOptions, 'signal' | 'stop'>,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  stop?.throwIfAborted();
  if (stop === undefined) return work(signal);
  const either = new AbortController();
  const abort = () => either.abort(signal.aborted ? signal.reason : stop.reason);
  signal.addEventListener('abort', abort);
  stop.addEventListener('abort', abort);
  try {
    return await work(either.signal);
  } finally {
    signal.removeEventListener('abort', abort);
    stop.removeEventListener('abort', abort);
  }
}
