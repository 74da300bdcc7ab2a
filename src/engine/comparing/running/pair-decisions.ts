import { pairFeasibility } from '#decide/pairs/pair-feasibility.js';
import { pairUnits } from '#decide/pairs/pair-units.js';
import { watchPairs } from '#decide/pairs/watch-pairs.js';
import type { DrivenPair } from '../drive-pair.js';
import type { AskedComparison } from '../planned-comparison.js';

/** Returns the function that starts the decision of each case of a comparison. */
export function decisionsOf({
  question,
  seeksBetter,
  b,
}: Pick<AskedComparison, 'question' | 'seeksBetter' | 'b'>): DrivenPair['decisionOf'] {
  const decided = b.run.open.plan.cases.filter(
    (testCase) => pairFeasibility(testCase, question, pairUnits(testCase)).decides,
  );
  return (testCase) => watchPairs(testCase, question, { cases: Math.max(1, decided.length), seeksBetter });
}
