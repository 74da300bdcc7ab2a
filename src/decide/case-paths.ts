import type { Case } from '#model/case.js';
import type { ClaimPath } from '#model/run/claim-path.js';
import type { CaseResult } from '#model/run/run.js';
import { scoresByTrial } from '#model/run/score.js';
import type { CriterionContext } from './criterion.js';
import { findCriterion } from './index.js';
import { valuesOf } from './watch-case.js';

/**
 * Returns the path of each claim of a case in the order of its verdicts, with the rule of the test that decided it. null for a claim that does
 * not count single trials, and for one that people decide. Empty for a case without verdicts. The rule of a sequential test of 1,000 trials
 * takes up to a second the first time.
 */
export function casePaths(
  testCase: Case,
  { trials, scores, verdicts }: Pick<CaseResult, 'trials' | 'scores' | 'verdicts'>,
): readonly (ClaimPath | null)[] {
  if (verdicts.length === 0) return [];
  const byTrial = scoresByTrial(scores);
  const claims = testCase.expectations.flatMap((expectation, index) =>
    expectation.criteria.map((spec) => ({ context: { testCase, expectation, spec }, index })),
  );
  return claims.map(({ context, index }, at) => {
    const isMiss = missesOf(context);
    const rule = isMiss && findCriterion(context.spec.criterion)?.rule?.(context);
    if (!isMiss || !rule) return null;
    const used = Math.min(verdicts[at]?.used ?? 0, trials.length);
    const misses = trials
      .slice(0, used)
      .flatMap(({ index: trial }, i) => (isMiss(valuesOf(byTrial.get(trial) ?? [], index)) ? [i + 1] : []));
    return { ...rule, used, misses };
  });
}

/** Returns a function that says whether a trial misses a claim; null for a criterion that is unknown or refused. */
function missesOf(context: CriterionContext) {
  const criterion = findCriterion(context.spec.criterion);
  if (!criterion || criterion.refuse(context) !== null) return null;
  return criterion.watch(context).isAgainst;
}
