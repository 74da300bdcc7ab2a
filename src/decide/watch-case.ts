import type { Case } from '#model/case.js';
import type { Score } from '#model/run/score.js';
import type { Verdict } from '#model/run/verdict.js';
import type { Criterion, Watch } from './criterion.js';
import { criteria as builtIn } from './index.js';
import { requireInRange } from './score-range.js';
import { type TrialValues, trialValues } from './trial-values.js';

/** The state of a case while its trials arrive, in trial order. Replies may arrive in any order; verdicts must not depend on it. */
export interface CaseWatch {
  /**
   * Adds the scores of the next trial. Throws if the case is already settled, and EVA_BAD_SCORE for a score that its grader cannot give.
   */
  readonly push: (scores: readonly Score[]) => void;
  /** Counts the next trial, which is missing, as the best possible result. After that, only `canPass` is meaningful. */
  readonly pushMissing: () => void;
  /** Returns true if a trial with these scores counts against a criterion by itself. Changes nothing. */
  readonly isAgainst: (scores: readonly Score[]) => boolean;
  /** Returns false once a criterion cannot pass any more, whatever the remaining trials give. */
  readonly canPass: () => boolean;
  /** Returns true once no further trial is needed, or none is left. */
  readonly isSettled: () => boolean;
  /** Returns the number of trials taken so far. */
  readonly used: () => number;
  /** Returns the verdict of each criterion of each expectation, in order, on the trials so far. */
  readonly verdicts: () => readonly Verdict[];
}

/** Returns the initial state of a case. Throws if a criterion is unknown or refused; `plan` reports both before a run. */
export function watchCase(testCase: Case, criteria: readonly Criterion[] = builtIn): CaseWatch {
  const watches = testCase.expectations.flatMap((expectation, index) =>
    expectation.criteria.map((spec) => {
      const criterion = criteria.find(({ name }) => name === spec.criterion);
      if (!criterion) throw new Error(`no criterion named ${spec.criterion}`);
      return { index, watch: criterion.watch({ testCase, expectation, spec }) };
    }),
  );
  let used = 0;
  const isSettled = () =>
    used >= testCase.sample_size || (testCase.stop_early && endsCase(watches.map(({ watch }) => watch)));
  const pushValues = (valuesAt: (expectation: number) => TrialValues) => {
    if (isSettled()) throw new Error(`case "${testCase.name}" takes no more trials: it is settled`);
    used += 1;
    for (const { index, watch } of watches) watch.push(valuesAt(index));
  };
  return {
    push: (scores) => {
      requireInRange(testCase, scores);
      pushValues((index) => valuesOf(scores, index));
    },
    pushMissing: () => pushValues(() => ({ values: null, why: 'missing' })),
    isAgainst: (scores) => watches.some(({ index, watch }) => watch.isAgainst(valuesOf(scores, index))),
    canPass: () => watches.every(({ watch }) => watch.status() !== 'cannot_pass'),
    isSettled,
    used: () => used,
    verdicts: () => watches.map(({ watch }) => watch.verdict()),
  };
}

function valuesOf(scores: readonly Score[], expectation: number): TrialValues {
  return trialValues(scores.filter((score) => score.expectation === expectation));
}

/** Returns true if the case is settled: all criteria pass, or one cannot pass. */
function endsCase(watches: readonly Watch[]): boolean {
  const statuses = watches.map((watch) => watch.status());
  return statuses.includes('cannot_pass') || statuses.every((status) => status === 'passes');
}
