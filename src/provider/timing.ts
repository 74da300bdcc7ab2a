import { setTimeout as wait } from 'node:timers/promises';
import { attemptTexts } from '#errors/failures/attempt.js';
import { longestTimerMs } from '#model/limits.js';
import { ProviderFailure } from './failure.js';
import type { SendOptions } from './provider.js';

/** Waits `ms` milliseconds. Throws the signal's reason as soon as it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = async (ms, signal) => {
  try {
    await wait(Math.min(ms, longestTimerMs), undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
};

/**
 * Runs work with a deadline of `ms` milliseconds. Throws `ProviderFailure` `timeout` at the deadline and the reason of `outer` if that is
 * aborted, even if the work ignores its signal.
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const own = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason), { once: true });
  });
  const onAbort = () => own.abort(outer.reason);
  const late = () => own.abort(new ProviderFailure('timeout', attemptTexts.timeout({ seconds: ms / 1000 })));
  const timer = setTimeout(late, ms);
  outer.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(own.signal), ended]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onAbort);
  }
}

/** Runs work with a signal that is aborted with `signal` or `stop`, for the same reason. Throws that reason if one is aborted already. */
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
