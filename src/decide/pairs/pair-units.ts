import type { Case } from '#model/case.js';
import { isClustered } from '#model/dataset.js';
import type { PairUnit } from '#model/pairs/comparison.js';
import type { Score } from '#model/run/trial.js';
import { criteria, findCriterion } from '../criteria/index.js';
import { anyValue, type Reach, type ValueRange } from '../statistical-tests/statistical-test.js';
import { valuesOf, watchesOf } from '../watch-case.js';

export interface PairUnits {
  readonly unit: PairUnit;
  /** The planned number of units and of pairs of trials. */
  readonly n: number;
  readonly trials: number;
  /** Answers per item. */
  readonly draws: number;
  /** True if each difference is -1, 0 or 1, since a unit is one pair of trials that are right or wrong. */
  readonly isOfThree: boolean;
  /** True if the comparison may end as soon as its evidence suffices. */
  readonly sequential: boolean;
}

/** Returns the units of a case. A comparison is about items like these, also where the case is about the items of a file. */
export function pairUnits(testCase: Case): PairUnits {
  const { dataset, sample_size, sequential } = testCase;
  const isOfRight = pairMeasure(testCase).measure === 'right';
  if (!dataset) {
    return { unit: 'trial', n: sample_size, trials: sample_size, draws: 1, isOfThree: isOfRight, sequential };
  }
  const { draws, units, asked } = dataset;
  const isOfClusters = isClustered(dataset);
  return {
    unit: isOfClusters ? 'cluster' : 'item',
    n: isOfClusters ? units : asked,
    trials: sample_size,
    draws,
    isOfThree: isOfRight && !isOfClusters && draws === 1,
    sequential,
  };
}

/** The values of both sides in one pair of trials; null if a reply is missing. */
export interface TrialPair {
  readonly a: ValueRange | null;
  readonly b: ValueRange | null;
}

/**
 * The difference B - A of a unit, summed over its items. `low` counts trials without a value as the worst for B, `high` as the best. Either is
 * open if a reply is missing.
 */
export interface UnitDifference {
  readonly low: Reach;
  readonly high: Reach;
  readonly size: number;
}

/** Returns the difference of a unit from its pairs of trials, of which there is at least one. Draws of an item are averaged. */
export function unitDifference(pairs: readonly TrialPair[], { draws }: PairUnits): UnitDifference {
  const sums = { low: { least: 0, most: 0 }, high: { least: 0, most: 0 } };
  for (const pair of pairs) {
    const { low, high } = differenceOf(pair);
    sums.low.least += low.least;
    sums.low.most += low.most;
    sums.high.least += high.least;
    sums.high.most += high.most;
  }
  const perItem = ({ least, most }: Reach): Reach => ({ least: least / draws, most: most / draws });
  return { low: perItem(sums.low), high: perItem(sums.high), size: pairs.length / draws };
}

const anyDifference: Reach = { least: -1, most: 1 };

function differenceOf({ a, b }: TrialPair): Pick<UnitDifference, 'low' | 'high'> {
  if (a === null || b === null) return { low: anyDifference, high: anyDifference };
  const [low, high] = [b.low - a.high, b.high - a.low];
  return { low: { least: low, most: low }, high: { least: high, most: high } };
}

/** Returns the mean difference of a unit, from -1 to 1. */
export function meanDifference(sum: number, size: number): number {
  // -0 is 0.
  return Math.min(1, Math.max(-1, sum / size)) + 0;
}

/** Returns the opposite: A - B. */
export function opposite({ least, most }: Reach): Reach {
  return { least: -most, most: -least };
}

/** The measure of a comparison: it turns the scores of a trial into a number from 0 to 1. */
export interface PairMeasure {
  readonly measure: 'right' | 'score';
  /** Returns the value of a trial: 0 to 1 if it has none, since it is refused, cut, empty or not graded. */
  readonly valueOf: (scores: readonly Score[]) => ValueRange;
}

const right: ValueRange = { low: 1, high: 1 };

const wrong: ValueRange = { low: 0, high: 0 };

/**
 * Returns the measure of a case. If its only criterion is about a score, that score counts. For all other cases a trial is right, which is 1,
 * if it counts against no criterion. Throws if a criterion is unknown or refused.
 */
export function pairMeasure(testCase: Case): PairMeasure {
  const grade = gradeOf(testCase);
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
function gradeOf(testCase: Case): PairMeasure['valueOf'] | null {
  const [only, ...more] = testCase.expectations.flatMap((expectation, index) =>
    expectation.criteria.map((spec) => ({ expectation, spec, index })),
  );
  if (!only || more.length > 0) return null;
  const { expectation, spec, index } = only;
  const toY = findCriterion(spec.criterion)?.gradeOf?.({ testCase, expectation, spec });
  if (!toY) return null;
  return (scores) => {
    const { values } = valuesOf(scores, index);
    if (values === null) return anyValue;
    const y = Math.min(1, Math.max(0, toY(values)));
    return { low: y, high: y };
  };
}
