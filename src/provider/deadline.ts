import { ProviderFailure } from './failure.js';

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
