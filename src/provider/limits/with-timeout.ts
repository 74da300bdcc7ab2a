import { longestTimerMs } from '#model/limits.js';
import type { Provider } from '../provider.js';
import { withDeadline } from '../timing.js';

/**
 * Limits each attempt, up to the last byte of its answer, to `timeout_s` of wall-clock time. At the deadline aborts the attempt's signal and
 * throws `ProviderFailure` `timeout`, even if the provider ignores the signal.
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
