import type { TrialOutcome } from '#model/trial.js';
import { NoReply, RanOutOfTime } from '#provider/failure.js';

/** Returns what a trial comes to one of whose calls brought no reply: `missing`, or `failed` where the time ran out and that counts. Undefined for any other error. */
export function outcomeWithout(error: unknown): Exclude<TrialOutcome, { readonly outcome: 'finished' }> | undefined {
  if (error instanceof NoReply) return { outcome: 'missing', reason: error.message, why: error.why };
  if (error instanceof RanOutOfTime) return { outcome: 'failed', reason: error.message, timed_out: true };
  return undefined;
}
