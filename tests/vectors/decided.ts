import { refusedCriteria } from '#decide/outlooks.js';
import { decideCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { Outcome, Verdict } from '#model/run/verdict.js';
import { type Example, scoresOf } from '../support/statistical-case.js';

/**
 * The verdict on the whole sample. `lastOfUnits` names the trials that end a unit; all of them unless set. Throws a RangeError if the criterion
 * is refused.
 */
export function decided(one: Case, examples: readonly Example[], lastOfUnits?: ReadonlySet<number>): Verdict {
  const [refused] = refusedCriteria(one);
  if (refused) throw new RangeError(refused.refusal.message);
  const placeOf = (trial: number) => ({ endsUnit: lastOfUnits?.has(trial) ?? true });
  const [verdict] = decideCase({ ...one, stop_early: false }, scoresOf(examples), undefined, { placeOf }).verdicts;
  if (!verdict) throw new Error('the case has no verdict');
  return verdict;
}

/** How the reference values name the three outcomes. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  passed: 'PASS',
  failed: 'FAIL',
  inconclusive: 'INCONCLUSIVE',
};
