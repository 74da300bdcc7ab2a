import { type Case, needsAnytimeTests } from '#model/case.js';
import type { ClassAnswer } from '#model/dataset.js';
import type { ClassSpec } from '#model/grader.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { ClassesResult, ClassRow, Share } from '#model/run/verdict.js';
import { clopperPearsonLower, clopperPearsonUpper, f1OfShare } from '#stats/binomial.js';
import { bernoulliMixtureLogE } from '#stats/e-process.js';
import { meanOf } from '#stats/numbers.js';
import type { Bounds } from '../claim.js';
import type { TrialValues } from '../trial-values.js';

export class ClassTally {
  readonly expectation: number;
  readonly #spec: ClassSpec;
  readonly #bounds: ClassBounds;
  readonly #index: ReadonlyMap<string, number>;
  /** Trials without a value answer none of the classes in the first matrix, and the expected class in the second. */
  readonly #low: number[][];
  readonly #high: number[][];
  #n = 0;

  constructor(testCase: Case, expectation: number, spec: ClassSpec) {
    this.expectation = expectation;
    this.#spec = spec;
    this.#bounds = classBounds(testCase);
    this.#index = new Map(spec.of.map((name, index) => [name, index]));
    this.#low = emptyMatrix(spec.of.length);
    this.#high = emptyMatrix(spec.of.length);
  }

  push(trial: TrialValues): void {
    const answers = answersOf(trial);
    if (!answers || !this.#index.has(answers.low.expected)) return;
    this.#count(this.#low, answers.low);
    this.#count(this.#high, answers.high);
    this.#n += 1;
  }

  #count(matrix: number[][], { expected, answered }: ClassAnswer): void {
    const row = matrix[this.#index.get(expected) ?? -1];
    const column = (answered === null ? undefined : this.#index.get(answered)) ?? this.#spec.of.length;
    if (row) row[column] = (row[column] ?? 0) + 1;
  }

  result(): ClassesResult {
    const { of } = this.#spec;
    const rows = of.map((name, index) => this.#rowOf(name, index));
    return {
      expectation: this.expectation,
      classes: of,
      matrix: this.#low.map((row) => [...row]),
      n: this.#n,
      rows,
      ...this.#macroF1(),
    };
  }

  /**
   * Returns the mean F1 of the classes, and the mean of their lower bounds at alpha / L, which by Bonferroni's inequality hold together at alpha. A
   * class that was never expected or answered counts as 0.
   */
  #macroF1(): Pick<ClassesResult, 'macro_f1' | 'macro_f1_lower'> {
    const { of } = this.#spec;
    const shares = of.map((_, index) => this.#share('f1', index, defaultSignificanceLevel / of.length));
    return {
      macro_f1: this.#n === 0 ? null : meanOf(shares.map(({ estimate }) => estimate ?? 0)),
      macro_f1_lower: shares.some(({ lower }) => lower === null) ? null : meanOf(shares.map(({ lower }) => lower ?? 0)),
    };
  }

  #rowOf(name: string, index: number): ClassRow {
    const share = (measure: ClassMeasure) => this.#share(measure, index, defaultSignificanceLevel);
    return { class: name, recall: share('recall'), precision: share('precision'), f1: share('f1') };
  }

  #share(measure: ClassMeasure, index: number, alpha: number): Share {
    const [low, high] = [countsOf(this.#low, measure, index), countsOf(this.#high, measure, index)];
    const { lower } = this.#bounds({ ...low, alpha, trials: this.#n });
    const { upper } = this.#bounds({ ...high, alpha, trials: this.#n });
    const inUnit = (share: number | null) => (share === null || measure !== 'f1' ? share : f1OfShare(share));
    const estimate = low.n === 0 ? null : low.hits / low.n;
    return { ...low, estimate: inUnit(estimate), lower: inUnit(lower), upper: inUnit(upper) };
  }
}

function emptyMatrix(classes: number): number[][] {
  return Array.from({ length: classes }, () => Array.from({ length: classes + 1 }, () => 0));
}

/** Returns the hits and the trials that count for a measure of the class at an index. */
function countsOf(matrix: readonly (readonly number[])[], measure: ClassMeasure, index: number) {
  const hits = matrix[index]?.[index] ?? 0;
  const expected = (matrix[index] ?? []).reduce((sum, count) => sum + count, 0);
  const answered = matrix.reduce((sum, row) => sum + (row[index] ?? 0), 0);
  return { hits, n: { recall: expected, precision: answered, f1: expected + answered - hits }[measure] };
}

/** A share of one class: recall, precision, or TP / (TP + FP + FN), whose monotone function is F1. */
export type ClassMeasure = 'recall' | 'precision' | 'f1';

/** A claim about one class: its measure is above `mu0` (J for F1). */
export interface ClassClaim {
  readonly measure: ClassMeasure;
  readonly name: string;
  readonly mu0: number;
  readonly alpha: number;
  readonly together: number;
}

/** The criteria of expectations about classes. */
export const classCriterionNames: readonly string[] = ['recall_gte', 'precision_gte', 'f1_gte'];

/**
 * Returns the answer of a trial for the claim and for its opposite. A trial without a value answers none of the classes in the claim, and
 * the expected class in its opposite; null if the trial is missing, so that its class is not known.
 */
export function answersOf(trial: TrialValues): { readonly low: ClassAnswer; readonly high: ClassAnswer } | null {
  const { classes } = trial;
  if (!classes) return null;
  if (trial.values !== null) return { low: classes, high: classes };
  const { expected } = classes;
  return { low: { expected, answered: null }, high: { expected, answered: expected } };
}

/** Returns 1 if an answer counts for a measure of a class, 0 if it counts against it, and null if it does not count. */
export function outcomeFor(measure: ClassMeasure, name: string, { expected, answered }: ClassAnswer): 0 | 1 | null {
  const [isExpected, isAnswered] = [expected === name, answered === name];
  const counts = { recall: isExpected, precision: isAnswered, f1: isExpected || isAnswered }[measure];
  if (!counts) return null;
  return isExpected && isAnswered ? 1 : 0;
}

/** The counts of a measure of one class, and the level of its bounds. */
interface Counted {
  readonly hits: number;
  readonly n: number;
  readonly alpha: number;
  /** The number of all trials so far. */
  readonly trials: number;
}

/** Returns one-sided bounds of a share; null for a side without a valid one. */
type ClassBounds = (counted: Counted) => Bounds;

/**
 * Returns the bounds that are valid for a case: exact binomial ones after the whole sample, those of the mixture e-process if the case may
 * stop early. In a claim about a file, shares are counted once every item was asked, and have no bound before.
 */
export function classBounds(testCase: Case): ClassBounds {
  const { dataset } = testCase;
  if (dataset?.claim === 'file') {
    return ({ hits, n, trials }) => {
      const isCounted = trials === dataset.kept && n > 0;
      return isCounted ? { lower: hits / n, upper: hits / n } : { lower: null, upper: null };
    };
  }
  if (needsAnytimeTests(testCase)) return ({ hits, n, alpha }) => mixtureBounds(hits, n, alpha);
  return ({ hits, n, alpha }) => ({
    lower: clopperPearsonLower(hits, n, alpha),
    upper: clopperPearsonUpper(hits, n, alpha),
  });
}

/** Returns the bounds by inverting the mixture e-value at the end, which is valid at any stop. */
function mixtureBounds(hits: number, n: number, alpha: number): Bounds {
  if (n === 0) return { lower: 0, upper: 1 };
  const bar = Math.log(1 / alpha);
  return {
    lower: bisect(hits / n, 0, (p) => bernoulliMixtureLogE(hits, n, p, 'greater') >= bar),
    upper: bisect(hits / n, 1, (p) => bernoulliMixtureLogE(hits, n, p, 'less') >= bar),
  };
}

/** Returns the rejected rate nearest to `kept`, between `kept` and `end`; `end` if no rate is rejected. */
function bisect(kept: number, end: number, isRejected: (p: number) => boolean): number {
  let [inside, outside] = [kept, end];
  for (let step = 0; step < 50; step++) {
    const middle = (inside + outside) / 2;
    if (middle > 0 && middle < 1 && isRejected(middle)) outside = middle;
    else inside = middle;
  }
  return outside;
}
