import { type Origin, type SliceField, sliceOf } from '#model/dataset.js';
import type { CasePairs, PairCounts, PairSlices } from '#model/pairs/comparison.js';
import type { Range } from '../test/statistical-test.js';
import type { PairUnits } from './pair-units.js';
import type { TrialPair } from './unit-difference.js';

export interface PlacedPair extends TrialPair {
  readonly origin: Origin | undefined;
}

/** The numbers of a case that only describe its pairs. */
export type PairDescription = Pick<
  CasePairs,
  'trials' | 'a' | 'b' | 'difference' | 'counts' | 'better' | 'worse' | 'same' | 'missing' | 'without_value' | 'slices'
>;

/** Two sums of values, and the number of pairs that they come from. */
interface Sums {
  pairs: number;
  a: number;
  b: number;
}

/** Counts the pairs of a case. A trial without a value counts as 0; a pair without a reply counts only as missing. */
export class PairTally {
  readonly #units: PairUnits;
  readonly #isOfRight: boolean;
  readonly #fields: readonly SliceField[];
  readonly #slices: ReadonlyMap<string, Map<string, Sums>>;
  readonly #means: Sums = { pairs: 0, a: 0, b: 0 };
  readonly #counts = { both: 0, neither: 0, only_b: 0, only_a: 0 };
  readonly #signs = { better: 0, worse: 0, same: 0 };
  readonly #withoutValue = { a: 0, b: 0 };
  #trials = 0;
  #missing = 0;
  #incomplete = 0;

  constructor(units: PairUnits, isOfRight: boolean, fields: readonly SliceField[]) {
    this.#units = units;
    this.#isOfRight = isOfRight;
    this.#fields = fields;
    this.#slices = new Map(fields.map(({ field }) => [field, new Map()]));
  }

  /** Adds the pairs of a unit. */
  push(unit: readonly PlacedPair[]): void {
    const sums: Sums = { pairs: 0, a: 0, b: 0 };
    for (const { a, b, origin } of unit) {
      this.#trials += 1;
      if (a === null || b === null) this.#missing += 1;
      else this.#add({ a, b, origin }, sums);
    }
    if (sums.pairs > 0) this.#addUnit(sums);
    if (sums.pairs < unit.length) this.#incomplete += 1;
  }

  /** Returns the number of units in which a reply is missing. */
  incomplete(): number {
    return this.#incomplete;
  }

  description(): PairDescription {
    const { pairs, a, b } = this.#means;
    const means = pairs === 0 ? { a: null, b: null, difference: null } : meansOf(this.#means);
    return {
      trials: this.#trials,
      ...means,
      difference: pairs === 0 ? null : (b - a) / pairs,
      counts: this.#hasCounts() ? this.#countsNow() : null,
      ...this.#signs,
      missing: this.#missing,
      without_value: { ...this.#withoutValue },
      slices: this.#fields.map((field) => this.#slicesOf(field)),
    };
  }

  #add({ a, b, origin }: PlacedPair & { readonly a: Range; readonly b: Range }, sums: Sums): void {
    addTo(sums, a, b);
    if (a.low < a.high) this.#withoutValue.a += 1;
    if (b.low < b.high) this.#withoutValue.b += 1;
    if (this.#hasCounts()) this.#counts[kindOf(a, b)] += 1;
    for (const [field, rows] of this.#slices) {
      const value = sliceOf(origin, field);
      const row = rows.get(value) ?? { pairs: 0, a: 0, b: 0 };
      addTo(row, a, b);
      rows.set(value, row);
    }
  }

  /** Adds a unit to the means, with the same weight as any other. */
  #addUnit(sums: Sums): void {
    this.#means.pairs += 1;
    this.#means.a += sums.a / sums.pairs;
    this.#means.b += sums.b / sums.pairs;
    const difference = sums.b - sums.a;
    const sign = Math.abs(difference) < 1e-9 ? 'same' : difference > 0 ? 'better' : 'worse';
    this.#signs[sign] += 1;
  }

  /** Answers to the same item are no separate pairs, so they are not counted by who is right. */
  #hasCounts(): boolean {
    return this.#isOfRight && this.#units.draws === 1;
  }

  #countsNow(): PairCounts {
    return { ...this.#counts };
  }

  #slicesOf({ field, values }: SliceField): PairSlices {
    const rows = this.#slices.get(field) ?? new Map<string, Sums>();
    return {
      field,
      rows: values.map(({ value }) => {
        const sums = rows.get(value) ?? { pairs: 0, a: 0, b: 0 };
        const { a, b } = sums.pairs === 0 ? { a: null, b: null } : meansOf(sums);
        return { value, pairs: sums.pairs, k_a: sums.a, k_b: sums.b, a, b };
      }),
    };
  }
}

function addTo(sums: Sums, a: Range, b: Range): void {
  sums.pairs += 1;
  sums.a += a.low;
  sums.b += b.low;
}

function meansOf({ pairs, a, b }: Sums): { readonly a: number; readonly b: number } {
  return { a: a / pairs, b: b / pairs };
}

function kindOf(a: Range, b: Range): keyof PairCounts {
  if (a.low === 1) return b.low === 1 ? 'both' : 'only_a';
  return b.low === 1 ? 'only_b' : 'neither';
}
