import type { Criterion } from '#decide/criterion.js';
import type { TrialPlace } from '#decide/watch-case.js';
import { decideCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import { isClustered, type Origin } from '#model/dataset.js';
import type { CaseResult } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import { toCaseResult } from './following/best-case.js';
import { labelOf } from './label-of.js';

/** Recomputes the result of a case from its stored scores, ignoring its stored verdicts. Throws if a criterion has no implementation. */
export function redecide(testCase: Case, result: CaseResult, criteria?: readonly Criterion[]): CaseResult {
  const stored = { placeOf: storedPlaces(testCase, result.trials), labelOf: labelOf(testCase, result) };
  const decision = decideCase(testCase, result.scores, criteria, stored);
  const end = decision.is_settled ? decision.used : Number.POSITIVE_INFINITY;
  const trials = result.trials.filter(({ index }) => index < end);
  const scores = result.scores.filter(({ trial }) => trial < end);
  const { requested, labels } = result;
  return {
    ...toCaseResult(testCase, decision, trials, scores),
    ...(requested !== undefined && { requested }),
    ...(labels && { labels }),
  };
}

/** Returns a function that returns the item of a stored trial, and whether the next stored trial is of another unit. */
function storedPlaces({ dataset }: Case, trials: readonly Trial[]): (trial: number) => TrialPlace {
  if (!dataset) return () => ({});
  const unitOf = ({ item, cluster }: Origin) => (isClustered(dataset) ? cluster : item);
  const inOrder = [...trials].sort((a, b) => a.index - b.index);
  const places = new Map(
    inOrder.map(({ index, origin }, at) => {
      const next = inOrder[at + 1]?.origin;
      const endsUnit = !origin || !next || unitOf(origin) !== unitOf(next);
      return [index, { origin, endsUnit }];
    }),
  );
  return (trial) => places.get(trial) ?? {};
}
