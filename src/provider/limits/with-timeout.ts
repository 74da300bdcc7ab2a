import { longestTimerMs } from '#model/limits.js';
import type { Provider } from '../provider.js';
import { withDeadline } from '../timing.js';

/**
 * Bounds each attempt to `timeout_s` of wall-clock time, to the last byte. At the deadline the attempt's signal is
 * aborted and `ProviderFailure` `timeout` thrown, whether or not the provider heeds the signal.
 */
export function withTimeout(provider: Provider): Provider {
  return {
    ...provider,
    send(request, { signal: outer, timeout_s }) {
      const ms = Math.min(timeout_s * 1000, longestTimerMs);
      return withDeadline(ms, outer, (signal) => provider.send(request, { signal, timeout_s }));
    },
  };
}
