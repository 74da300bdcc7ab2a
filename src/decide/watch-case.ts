import type { Case } from '#model/case.js';
import type { Score } from '#model/run/score.js';
import type { Verdict } from '#model/run/verdict.js';
import type { Criterion, Watch } from './criterion.js';
import { criteria as builtIn } from './index.js';
import { requireInRange } from './score-range.js';
import { type TrialValues, trialValues } from './trial-values.js';

/** Follows a case through its trials, which must come in trial order: its verdicts must not depend on which reply is quickest. */
export interface CaseWatch {
  /** Takes the scores of the next trial. Throws if the case is settled already, and EVA_BAD_SCORE for a score off its scale. */
  readonly push: (scores: readonly Score[]) => void;
  /** Counts the next trial, which is missing, as the best possible result. From then on only `canPass` means anything. */
  readonly pushMissing: () => void;
  /** Whether a trial with these scores speaks against a criterion by itself. Changes nothing. */
  readonly isAgainst: (scores: readonly Score[]) => boolean;
  /** False once a criterion cannot pass any more, whatever is still to come. */
  readonly canPass: () => boolean;
  /** True once no further trial is needed, or none is left. */
  readonly isSettled: () => boolean;
  /** How many trials were taken. */
  readonly used: () => number;
  /** One a criterion of each expectation, in order; of the trials so far. */
  readonly verdicts: () => readonly Verdict[];
}

/** Throws if a criterion has no implementation or refuses its place, which planning excludes. */
export function watchCase(one: Case, criteria: readonly Criterion[] = builtIn): CaseWatch {
  const watches = one.expectations.flatMap((expectation, index) =>
    expectation.criteria.map((spec) => {
      const criterion = criteria.find(({ name }) => name === spec.criterion);
      if (!criterion) throw new Error(`no criterion named ${spec.criterion}`);
      return { index, watch: criterion.watch({ one, expectation, spec }) };
    }),
  );
  let used = 0;
  const isSettled = () => used >= one.sample_size || (one.stop_early && endsCase(watches.map(({ watch }) => watch)));
  const pushValues = (valuesAt: (expectation: number) => TrialValues) => {
    if (isSettled()) throw new Error(`case "${one.name}" takes no more trials: it is settled`);
    used += 1;
    for (const { index, watch } of watches) watch.push(valuesAt(index));
  };
  return {
    push: (scores) => {
      requireInRange(one, scores);
      pushValues((index) => valuesOf(scores, index));
    },
    pushMissing: () => pushValues(() => ({ values: null, why: 'missing' })),
    isAgainst: (scores) => watches.some(({ index, watch }) => watch.isAgainst(valuesOf(scores, index))),
    canPass: () => watches.every(({ watch }) => watch.standing() !== 'cannot_pass'),
    isSettled,
    used: () => used,
    verdicts: () => watches.map(({ watch }) => watch.verdict()),
  };
}

function valuesOf(scores: readonly Score[], expectation: number): TrialValues {
  return trialValues(scores.filter((score) => score.expectation === expectation));
}

/** A case passes if all its criteria do, so one that cannot pass settles it. */
function endsCase(watches: readonly Watch[]): boolean {
  const standings = watches.map((watch) => watch.standing());
  return standings.includes('cannot_pass') || standings.every((standing) => standing === 'passes');
}
