import type { Case } from '#model/case.js';
import type { DatasetResult } from '#model/run/dataset-result.js';
import { type Score, scoresByTrial } from '#model/run/score.js';
import type { Verdict } from '#model/run/verdict.js';
import type { Criterion } from './criterion.js';
import { requireInRange } from './score-range.js';
import type { LabelOf } from './trial-values.js';
import { type TrialPlace, watchCase } from './watch-case.js';

export interface CaseDecision {
  readonly verdicts: readonly Verdict[];
  /** The slices and classes of a case on a data set. */
  readonly dataset?: DatasetResult | undefined;
  /** Number of trials that the verdicts use. */
  readonly used: number;
  /** False if the case needs more scores before it is known whether it passes. */
  readonly is_settled: boolean;
}

/** Facts about stored trials besides their scores. */
export interface StoredTrials {
  /** Returns the item of a trial and whether it is the last of its unit; needed for a case on a data set. */
  readonly placeOf?: (trial: number) => TrialPlace;
  /** Returns what people say of a trial; without it, criteria with `by: people` wait. */
  readonly labelOf?: LabelOf | undefined;
}

/**
 * Decides a case from its scores, in any order. Ignores trials after the one that settles the case. Throws EVA_BAD_SCORE with a problem for
 * each score that its grader cannot give.
 */
export function decideCase(
  testCase: Case,
  scores: readonly Score[],
  criteria?: readonly Criterion[],
  { placeOf = () => ({}), labelOf }: StoredTrials = {},
): CaseDecision {
  requireInRange(testCase, scores);
  const watch = watchCase(testCase, criteria, labelOf);
  const byTrial = scoresByTrial(scores);
  for (let trial = 0; !watch.isSettled(); trial++) {
    const own = byTrial.get(trial);
    const place = placeOf(trial);
    if (!own && watch.wants(place.origin)) break;
    if (own && watch.wants(place.origin)) watch.push(own, place);
    else watch.skip(place);
  }
  return { verdicts: watch.verdicts(), dataset: watch.dataset(), used: watch.used(), is_settled: watch.isSettled() };
}

/** Returns true if there is at least one verdict, all verdicts are `passed`, and slices do what they must. */
export function casePasses(verdicts: readonly Verdict[], dataset?: DatasetResult): boolean {
  const isPassed = verdicts.length > 0 && verdicts.every((verdict) => verdict.outcome === 'passed');
  return isPassed && (dataset?.slices ?? []).every(({ must, holds }) => must === null || holds === true);
}
