import type { Case } from '#model/case.js';
import type { Origin } from '#model/dataset.js';
import type { CaseResult } from '#model/run/run.js';
import { type Score, scoresByTrial } from '#model/run/trial.js';
import type { ClaimPath, DatasetFindings, Verdict } from '#model/run/verdict.js';
import { criteria as builtIn, findCriterion, requireCriterion } from './criteria/index.js';
import type { Criterion, Watch } from './criterion.js';
import { watchDataset } from './dataset/watch-dataset.js';
import {
  type GradedUnit,
  type LabelOf,
  type PlacedTrial,
  requireInRange,
  type TrialValues,
  trialValues,
} from './trial-values.js';

/** The place of a trial in its sample; both absent for a case without a data set, whose trials are units by themselves. */
export interface TrialPlace {
  readonly origin?: Origin | undefined;
  /** False if further trials of its unit follow. Default: true. */
  readonly endsUnit?: boolean;
}

/** The state of a case while its trials arrive, in trial order. Replies may arrive in any order; verdicts must not depend on it. */
export interface CaseWatch {
  /**
   * Adds the scores of the next trial. Throws if the case is already settled, and EVA_BAD_SCORE for a score that its grader cannot give.
   */
  readonly push: (scores: readonly Score[], place?: TrialPlace) => void;
  /** Counts the next trial, which is missing, as the best possible result. After that, only `canPass` is meaningful. */
  readonly pushMissing: (place?: TrialPlace) => void;
  /**
   * Returns false for a trial that need not be asked: only slices are open, and its item is in none of them. The answer for a trial changes
   * from true to false at most once.
   */
  readonly wants: (origin: Origin | undefined) => boolean;
  /** Passes over the next trial, which is not wanted. */
  readonly skip: (place?: TrialPlace) => void;
  /** Returns true if a trial with these scores counts against a criterion by itself. Changes nothing. */
  readonly isAgainst: (scores: readonly Score[]) => boolean;
  /** Returns false once a criterion or a slice that must pass cannot pass any more, whatever the remaining trials give. */
  readonly canPass: () => boolean;
  /** Returns true once no further trial is needed, or none is left. */
  readonly isSettled: () => boolean;
  /** Returns the number of trials taken or passed over so far: the index of the next trial. */
  readonly used: () => number;
  /** Returns the verdict of each criterion of each expectation, in order, on the trials so far. */
  readonly verdicts: () => readonly Verdict[];
  /** Returns the slices and classes of a case on a data set; undefined for any other case. */
  readonly dataset: () => DatasetFindings | undefined;
}

/**
 * Returns the initial state of a case. Throws if a criterion is unknown or refused; `plan` reports both before a run. `labelOf` returns what
 * people say of a trial; without it, criteria with `by: people` wait.
 */
export function watchCase(
  testCase: Case,
  criteria: readonly Criterion[] = builtIn,
  labelOf: LabelOf = () => undefined,
): CaseWatch {
  const watches = watchesOf(testCase, criteria);
  const dataset = watchDataset(testCase, criteria);
  let unit: PlacedTrial[] = [];
  let used = 0;
  /** True once all claims but those of slices are settled: only items of open slices are still wanted. */
  let isNarrowed = false;
  const statuses = () => watches.map(({ watch }) => watch.status());
  const canPass = () => !statuses().includes('cannot_pass') && dataset.slices() !== 'cannot_pass';
  const isDone = () =>
    !canPass() || (statuses().every((status) => status === 'passes') && dataset.slices() === 'passes');
  const mayStop = testCase.stop_early && !testCase.look;
  const isSettled = () => used >= testCase.sample_size || (mayStop && unit.length === 0 && isDone());
  const take = (taken: GradedUnit) => {
    if (isNarrowed) return dataset.pushToOpen(taken);
    for (const { index, watch } of watches) watch.push(taken.map(({ valuesAt }) => valuesAt(index)));
    dataset.push(taken);
    isNarrowed = mayStop && statuses().every((status) => status === 'passes');
  };
  const advance = (trial: PlacedTrial | null, { endsUnit = true }: TrialPlace) => {
    if (isSettled()) throw new Error(`case "${testCase.name}" takes no more trials: it is settled`);
    used += 1;
    if (trial) unit.push(trial);
    if (!endsUnit || unit.length === 0) return;
    const whole = unit;
    unit = [];
    take(whole);
  };
  return {
    push: (scores, place = {}) => {
      requireInRange(testCase, scores);
      const trial = used;
      const valuesAt = (index: number): TrialValues => {
        const label = labelOf(index, trial);
        return label ? { ...valuesOf(scores, index), label } : valuesOf(scores, index);
      };
      advance({ origin: place.origin, valuesAt }, place);
    },
    pushMissing: (place = {}) => advance({ origin: place.origin, valuesAt: () => missing }, place),
    wants: (origin) => !isNarrowed || (origin !== undefined && dataset.isOpen(origin)),
    skip: (place = {}) => advance(null, place),
    isAgainst: (scores) => watches.some(({ index, watch }) => watch.isAgainst(valuesOf(scores, index))),
    canPass,
    isSettled,
    used: () => used,
    verdicts: () => watches.map(({ watch }) => watch.verdict()),
    dataset: () => dataset.result(isSettled()),
  };
}

const missing: TrialValues = { values: null, why: 'missing' };

/** Returns a watch for each criterion of each expectation, in order, with the index of the expectation. Throws if a criterion is unknown. */
export function watchesOf(
  testCase: Case,
  criteria: readonly Criterion[],
): readonly { readonly index: number; readonly watch: Watch }[] {
  return testCase.expectations.flatMap((expectation, index) =>
    expectation.criteria.map((spec) => ({
      index,
      watch: requireCriterion(spec.criterion, criteria).watch({ testCase, expectation, spec }),
    })),
  );
}

export function valuesOf(scores: readonly Score[], expectation: number): TrialValues {
  return trialValues(scores.filter((score) => score.expectation === expectation));
}

export interface CaseDecision {
  readonly verdicts: readonly Verdict[];
  readonly dataset?: DatasetFindings | undefined;
  readonly used: number;
  /** False if the case needs more scores before it is known whether it passes. */
  readonly is_settled: boolean;
}

/** Facts about stored trials besides their scores. */
interface StoredTrials {
  /** Returns the item of a trial and whether it is the last of its unit; needed for a case on a data set. */
  readonly placeOf?: (trial: number) => TrialPlace;
  /** Returns what people say of a trial; without it, criteria with `by: people` wait. */
  readonly labelOf?: LabelOf | undefined;
  /** The number of trials after which the run ended, whose other trials were never asked. Absent if it did not. */
  readonly until?: number;
}

/**
 * Decides a case from its scores, in any order. Ignores trials after the one that settles the case. Throws EVA_BAD_SCORE with a problem for
 * each score that its grader cannot give.
 */
export function decideCase(
  testCase: Case,
  scores: readonly Score[],
  criteria?: readonly Criterion[],
  { placeOf = () => ({}), labelOf, until = Number.POSITIVE_INFINITY }: StoredTrials = {},
): CaseDecision {
  requireInRange(testCase, scores);
  const watch = watchCase(testCase, criteria, labelOf);
  const byTrial = scoresByTrial(scores);
  for (let trial = 0; trial < until && !watch.isSettled(); trial++) {
    const scoresOfTrial = byTrial.get(trial);
    const place = placeOf(trial);
    if (!scoresOfTrial && watch.wants(place.origin)) break;
    if (scoresOfTrial && watch.wants(place.origin)) watch.push(scoresOfTrial, place);
    else watch.skip(place);
  }
  return { verdicts: watch.verdicts(), dataset: watch.dataset(), used: watch.used(), is_settled: watch.isSettled() };
}

/** Returns true if there is at least one verdict, all verdicts are `passed`, and slices do what they must. */
export function casePasses(verdicts: readonly Verdict[], dataset?: DatasetFindings): boolean {
  const isPassed = verdicts.length > 0 && verdicts.every((verdict) => verdict.outcome === 'passed');
  return isPassed && (dataset?.slices ?? []).every(({ must, holds }) => must === null || holds === true);
}

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
    const criterion = findCriterion(context.spec.criterion);
    const rule = criterion && criterion.refuse(context) === null ? criterion.rule?.(context) : null;
    if (!criterion || !rule) return null;
    const { isAgainst: isMiss } = criterion.watch(context);
    const used = Math.min(verdicts[at]?.used ?? 0, trials.length);
    const misses = trials
      .slice(0, used)
      .flatMap(({ index: trial }, i) => (isMiss(valuesOf(byTrial.get(trial) ?? [], index)) ? [i + 1] : []));
    return { ...rule, used, misses };
  });
}
