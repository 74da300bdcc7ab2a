import type { MissingOutcome } from '#model/trial.js';
import type { NoReply } from '#provider/failure.js';

/** What a trial comes to whose reply could not be had. */
export function missingFor({ message, why }: NoReply): MissingOutcome {
  return { outcome: 'missing', reason: message, why };
}
