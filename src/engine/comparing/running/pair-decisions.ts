import { watchPairs } from '#decide/pairs/watch-pairs.js';
import type { DrivenPair } from '../drive-pair.js';
import type { AskedComparison } from '../planned-comparison.js';

/** Returns the function that starts the decision of each case of a comparison. */
export function decisionsOf({
  question,
  seeksBetter,
  b,
}: Pick<AskedComparison, 'question' | 'seeksBetter' | 'b'>): DrivenPair['decisionOf'] {
  const cases = Math.max(1, b.run.open.plan.cases.length);
  return (testCase) => watchPairs(testCase, question, { cases, seeksBetter });
}
