import type { Case } from '#model/case.js';
import type { Origin } from '#model/dataset.js';
import type { DatasetResult } from '#model/run/dataset-result.js';
import type { Score } from '#model/run/score.js';
import type { Verdict } from '#model/run/verdict.js';
import type { Criterion, Watch } from './criterion.js';
import { type GradedUnit, type PlacedTrial, UnitBuffer } from './dataset/unit-buffer.js';
import { watchDataset } from './dataset/watch-dataset.js';
import { criteria as builtIn } from './index.js';
import { requireInRange } from './score-range.js';
import { type LabelOf, type SampledLabel, type TrialValues, trialValues } from './trial-values.js';

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
  readonly dataset: () => DatasetResult | undefined;
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
  const buffer = new UnitBuffer();
  let used = 0;
  /** True once all claims but those of slices are settled: only items of open slices are still wanted. */
  let isNarrowed = false;
  const statuses = () => watches.map(({ watch }) => watch.status());
  const canPass = () => !statuses().includes('cannot_pass') && dataset.slices() !== 'cannot_pass';
  const isDone = () =>
    !canPass() || (statuses().every((status) => status === 'passes') && dataset.slices() === 'passes');
  const mayStop = testCase.stop_early && !testCase.look;
  const isSettled = () => used >= testCase.sample_size || (mayStop && buffer.isEmpty() && isDone());
  const take = (unit: GradedUnit) => {
    if (isNarrowed) return dataset.pushToOpen(unit);
    for (const { index, watch } of watches) watch.push(unit.map(({ valuesAt }) => valuesAt(index)));
    dataset.push(unit);
    isNarrowed = mayStop && statuses().every((status) => status === 'passes');
  };
  const advance = (trial: PlacedTrial | null, { endsUnit = true }: TrialPlace) => {
    if (isSettled()) throw new Error(`case "${testCase.name}" takes no more trials: it is settled`);
    used += 1;
    if (trial) buffer.add(trial);
    if (endsUnit && !buffer.isEmpty()) take(buffer.empty());
  };
  return {
    push: (scores, place = {}) => {
      requireInRange(testCase, scores);
      const trial = used;
      const valuesAt = (index: number) => withLabel(valuesOf(scores, index), labelOf(index, trial));
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
    expectation.criteria.map((spec) => {
      const criterion = criteria.find(({ name }) => name === spec.criterion);
      if (!criterion) throw new Error(`no criterion named ${spec.criterion}`);
      return { index, watch: criterion.watch({ testCase, expectation, spec }) };
    }),
  );
}

function withLabel(values: TrialValues, label: SampledLabel | undefined): TrialValues {
  return label ? { ...values, label } : values;
}

export function valuesOf(scores: readonly Score[], expectation: number): TrialValues {
  return trialValues(scores.filter((score) => score.expectation === expectation));
}
