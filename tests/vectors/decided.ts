import { decideCase } from '#decide/decide-case.js';
import { refusedCriteria } from '#decide/outlooks.js';
import type { Case } from '#model/case.js';
import type { Outcome, Verdict } from '#model/run/verdict.js';
import { type Example, scoresOf } from '../support/statistical-case.js';

/** The verdict on the whole sample. Throws a RangeError if the criterion is refused. */
export function decided(one: Case, examples: readonly Example[]): Verdict {
  const [refused] = refusedCriteria(one);
  if (refused) throw new RangeError(refused.refusal.message);
  const [verdict] = decideCase({ ...one, stop_early: false }, scoresOf(examples)).verdicts;
  if (!verdict) throw new Error('the case has no verdict');
  return verdict;
}

/** How the reference values name the three outcomes. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  passed: 'PASS',
  failed: 'FAIL',
  inconclusive: 'INCONCLUSIVE',
};
