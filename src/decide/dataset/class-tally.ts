import type { ClassSpec } from '#model/case/grader.js';
import type { Case } from '#model/case.js';
import type { ClassAnswer } from '#model/dataset.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { ClassesResult, ClassRow, Share } from '#model/run/dataset-result.js';
import { f1OfShare } from '#stats/binomial.js';
import { meanOf } from '#stats/numbers.js';
import type { TrialValues } from '../trial-values.js';
import { type ClassBounds, classBounds } from './class-bounds.js';
import { answersOf, type ClassMeasure } from './class-counts.js';

/** The confusion matrix of one expectation about classes while trials arrive. */
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
