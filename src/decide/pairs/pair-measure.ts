import type { Case } from '#model/case.js';
import type { Score } from '#model/run/score.js';
import type { Criterion } from '../criterion.js';
import { criteria as builtIn } from '../index.js';
import { anyValue, type Range } from '../test/statistical-test.js';
import { valuesOf, watchesOf } from '../watch-case.js';

/** How the scores of a trial become its value in a comparison, from 0 to 1. */
export interface PairMeasure {
  readonly measure: 'right' | 'score';
  /** Returns the value of a trial: 0 to 1 if it has none, since it is refused, cut, empty or not graded. */
  readonly valueOf: (scores: readonly Score[]) => Range;
}

const right: Range = { low: 1, high: 1 };
const wrong: Range = { low: 0, high: 0 };

/**
 * Returns the measure of a case. If its only criterion is about a score, that score counts. For all other cases a trial is right, which is 1,
 * if it counts against no criterion. Throws if a criterion is unknown or refused.
 */
export function pairMeasure(testCase: Case, criteria: readonly Criterion[] = builtIn): PairMeasure {
  const grade = gradeOf(testCase, criteria);
  if (grade) return { measure: 'score', valueOf: grade };
  const watches = watchesOf(testCase, criteria);
  return {
    measure: 'right',
    valueOf: (scores) => {
      const trials = watches.map(({ index, watch }) => ({ watch, values: valuesOf(scores, index) }));
      if (trials.some(({ watch, values }) => values.values !== null && watch.isAgainst(values))) return wrong;
      return trials.some(({ values }) => values.values === null) ? anyValue : right;
    },
  };
}

/** Returns the value of a trial by the only criterion of a case; null if the case has several, or if trials only count for or against it. */
function gradeOf(testCase: Case, criteria: readonly Criterion[]): PairMeasure['valueOf'] | null {
  const [only, ...others] = testCase.expectations.flatMap((expectation, index) =>
    expectation.criteria.map((spec) => ({ expectation, spec, index })),
  );
  if (!only || others.length > 0) return null;
  const { expectation, spec, index } = only;
  const criterion = criteria.find(({ name }) => name === spec.criterion);
  const toY = criterion?.gradeOf?.({ testCase, expectation, spec });
  if (!toY) return null;
  return (scores) => {
    const { values } = valuesOf(scores, index);
    if (values === null) return anyValue;
    const y = Math.min(1, Math.max(0, toY(values)));
    return { low: y, high: y };
  };
}
