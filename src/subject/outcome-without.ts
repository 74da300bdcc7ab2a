import type { TrialOutcome } from '#model/run/trial.js';
import { NoReply, RanOutOfTime } from '#provider/failure.js';

/**
 * Returns the outcome of a trial in which a call had no reply: `missing`, or `failed` after a timeout that counts. Undefined for
 * any other error.
 */
export function outcomeWithout(error: unknown): Exclude<TrialOutcome, { readonly outcome: 'finished' }> | undefined {
  if (error instanceof NoReply) return { outcome: 'missing', reason: error.message, why: error.why };
  if (error instanceof RanOutOfTime) return { outcome: 'failed', reason: error.message, timed_out: true };
  return undefined;
}
