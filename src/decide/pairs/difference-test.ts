import type { Case } from '#model/case.js';
import type { Score } from '#model/run/trial.js';
import { gaffkePOfCounts, type Weighted } from '#stats/gaffke.js';
import { isSignificant } from '#stats/numbers.js';
import { criteria, findCriterion } from '../criteria/index.js';
import type { TestStatus } from '../criterion.js';
import { anyValue, type ValueRange } from '../statistical-tests/statistical-test.js';
import { valuesOf, watchesOf } from '../watch-case.js';

/** The least and the greatest value that a number can have, given the replies that are missing. They are equal if no reply is missing. */
export interface Reach {
  readonly least: number;
  readonly most: number;
}

/** The claim that the mean of n differences from -1 to 1 is above `bar`. */
export interface DifferenceDesign {
  readonly n: number;
  readonly bar: number;
  readonly level: number;
}

export interface DifferenceTest {
  readonly push: (difference: Reach) => void;
  /** Returns whether the claim is shown at the level, or cannot be, whatever the differences give that are missing or not there yet. */
  readonly status: () => TestStatus;
  /** Returns the p-value if the differences that are missing or not there yet are as bad as possible. */
  readonly pValue: () => number;
}

/** Counts of equal differences. A difference of two trials that are right or wrong has three values, so a look takes as long for any number. */
class CountedDifferences {
  readonly #counts = new Map<number, number>();

  add(difference: number): void {
    // -0 is 0.
    const value = difference + 0;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Returns the counts in ascending order, after `worst` more differences of -1 and `best` more of 1. */
  with({ worst = 0, best = 0 }: { readonly worst?: number; readonly best?: number }): readonly Weighted[] {
    const counts = new Map(this.#counts);
    if (worst > 0) counts.set(-1, (counts.get(-1) ?? 0) + worst);
    if (best > 0) counts.set(1, (counts.get(1) ?? 0) + best);
    return [...counts].sort(([a], [b]) => a - b).map(([weight, count]) => ({ weight, count }));
  }
}

/** Gaffke's test on n differences. For differences of -1, 0 and 1 and a bar of 0 it equals McNemar's exact test. */
export class GaffkeDifferenceTest implements DifferenceTest {
  readonly #design: DifferenceDesign;
  readonly #least = new CountedDifferences();
  readonly #most = new CountedDifferences();
  #used = 0;

  constructor(design: DifferenceDesign) {
    this.#design = design;
  }

  readonly push = ({ least, most }: Reach): void => {
    this.#least.add(least);
    this.#most.add(most);
    this.#used += 1;
  };

  readonly status = (): TestStatus => {
    if (isSignificant(this.pValue(), this.#design.level)) return 'passes';
    const best = this.#pOf(this.#most.with({ best: this.#rest() }));
    return isSignificant(best, this.#design.level) ? 'open' : 'cannot_pass';
  };

  readonly pValue = (): number => this.#pOf(this.#least.with({ worst: this.#rest() }));

  #rest(): number {
    return Math.max(0, this.#design.n - this.#used);
  }

  #pOf(differences: readonly Weighted[]): number {
    return gaffkePOfCounts(differences, -1, this.#design.bar);
  }
}

/** How the scores of a trial become its value in a comparison, from 0 to 1. */
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
