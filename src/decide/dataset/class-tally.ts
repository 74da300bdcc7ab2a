import type { Case, ClassSpec } from '#model/case.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { ClassesResult, ClassRow, Share } from '#model/run/dataset-result.js';
import { f1OfShare } from '#stats/classes/f1.js';
import { meanOf } from '#stats/mean.js';
import type { TrialValues } from '../trial-values.js';
import { type ClassBounds, classBounds } from './class-bounds.js';
import { answersOf, type ClassMeasure } from './class-counts.js';

/** The confusion matrix of one expectation about classes while trials arrive. */
export class ClassTally {
  readonly expectation: number;
  readonly #spec: ClassSpec;
  readonly #bounds: ClassBounds;
  readonly #index: ReadonlyMap<string, number>;
  readonly #matrix: number[][];
  #n = 0;

  constructor(testCase: Case, expectation: number, spec: ClassSpec) {
    this.expectation = expectation;
    this.#spec = spec;
    this.#bounds = classBounds(testCase);
    this.#index = new Map(spec.of.map((name, index) => [name, index]));
    this.#matrix = spec.of.map(() => Array.from({ length: spec.of.length + 1 }, () => 0));
  }

  push(trial: TrialValues): void {
    const answer = answersOf(trial)?.low;
    const row = answer && this.#matrix[this.#index.get(answer.expected) ?? -1];
    if (!row || !answer) return;
    const column = answer.answered === null ? undefined : this.#index.get(answer.answered);
    const at = column ?? this.#spec.of.length;
    row[at] = (row[at] ?? 0) + 1;
    this.#n += 1;
  }

  result(): ClassesResult {
    const { of } = this.#spec;
    const rows = of.map((name, index) => this.#rowOf(name, index));
    const { estimate, lower } = this.macroF1(defaultSignificanceLevel);
    return {
      expectation: this.expectation,
      classes: of,
      matrix: this.#matrix.map((row) => [...row]),
      n: this.#n,
      rows,
      macro_f1: estimate,
      macro_f1_lower: lower,
    };
  }

  /**
   * Returns the mean F1 of the classes, with the means of their bounds at alpha / L, which by Bonferroni's inequality hold together at alpha. A
   * class that was never expected or answered counts as 0, and as 1 for the upper bound.
   */
  macroF1(alpha: number): {
    readonly estimate: number | null;
    readonly lower: number | null;
    readonly upper: number | null;
  } {
    const shares = this.#spec.of.map((_, index) => this.#share('f1', index, alpha / this.#spec.of.length));
    const mean = (values: readonly (number | null)[]) =>
      values.includes(null) ? null : meanOf(values.map((value) => value ?? 0));
    return {
      estimate: this.#n === 0 ? null : meanOf(shares.map(({ estimate }) => estimate ?? 0)),
      lower: mean(shares.map(({ lower }) => lower)),
      upper: mean(shares.map(({ upper }) => upper)),
    };
  }

  #rowOf(name: string, index: number): ClassRow {
    const share = (measure: ClassMeasure) => this.#share(measure, index, defaultSignificanceLevel);
    return { class: name, recall: share('recall'), precision: share('precision'), f1: share('f1') };
  }

  #share(measure: ClassMeasure, index: number, alpha: number): Share {
    const hits = this.#matrix[index]?.[index] ?? 0;
    const expected = (this.#matrix[index] ?? []).reduce((sum, count) => sum + count, 0);
    const answered = this.#matrix.reduce((sum, row) => sum + (row[index] ?? 0), 0);
    const n = { recall: expected, precision: answered, f1: expected + answered - hits }[measure];
    const { lower, upper } = this.#bounds({ hits, n, alpha, trials: this.#n });
    const inUnit = (bound: number | null) => (bound === null || measure !== 'f1' ? bound : f1OfShare(bound));
    const estimate = n === 0 ? null : hits / n;
    return { hits, n, estimate: inUnit(estimate), lower: inUnit(lower), upper: inUnit(upper) };
  }
}
