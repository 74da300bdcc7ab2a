import type { Reply } from '#model/exchange.js';
import { longestTimerMs } from '#model/longest-timer.js';
import { ProviderFailure } from '../failure.js';
import type { Provider } from '../provider.js';

/**
 * Bounds each attempt to `timeout_s` of wall-clock time, to the last byte. At the deadline the attempt's signal is
 * aborted and `ProviderFailure` `timeout` thrown, whether or not the provider heeds the signal.
 */
export function withTimeout(provider: Provider): Provider {
  return {
    ...provider,
    async send(request, { signal, timeout_s }) {
      provider.load?.();
      signal.throwIfAborted();
      const attempt = new AbortController();
      const ended = endOf(attempt, signal, timeout_s);
      try {
        return await Promise.race([provider.send(request, { signal: attempt.signal, timeout_s }), ended.promise]);
      } finally {
        ended.forget();
      }
    },
  };
}

/** Rejects at the deadline and when the caller aborts, and lets the attempt know. */
function endOf(attempt: AbortController, signal: AbortSignal, timeout_s: number) {
  let forget = () => {};
  const promise = new Promise<Reply>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason);
      attempt.abort(reason);
    };
    const late = () => end(new ProviderFailure('timeout', `no answer within ${timeout_s} s`));
    const onAbort = () => end(signal.reason);
    const timer = setTimeout(late, Math.min(timeout_s * 1000, longestTimerMs));
    signal.addEventListener('abort', onAbort, { once: true });
    forget = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
  });
  return { promise, forget };
}
