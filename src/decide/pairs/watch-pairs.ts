import type { Case } from '#model/case.js';
import { type Origin, type SlicingField, sliceOf } from '#model/dataset.js';
import {
  type CasePairs,
  noUnpaired,
  type PairOutcome,
  type PairQuestion,
  type PairSlices,
} from '#model/pairs/comparison.js';
import type { Score } from '#model/run/trial.js';
import { isSignificant } from '#stats/numbers.js';
import type { ValueRange } from '../statistical-tests/statistical-test.js';
import { requireInRange } from '../trial-values.js';
import type { TrialPlace } from '../watch-case.js';
import { testsOfPairs } from './difference-test.js';
import { PairClaims } from './pair-claims.js';
import { type PairFeasibility, pairFeasibility } from './pair-outlooks.js';
import {
  type PairMeasure,
  type PairUnits,
  pairMeasure,
  pairUnits,
  type TrialPair,
  unitDifference,
} from './pair-units.js';

/** The scores of one trial of a side, or `missing` if it has no reply. */
export type PairValue = readonly Score[] | 'missing';

/** Decides the pairs of one case, which it receives in trial order. */
export interface PairDecision {
  /** Adds the next pair of trials. Throws if the case is settled, and EVA_BAD_SCORE for a score that its grader cannot give. */
  readonly push: (a: PairValue, b: PairValue, place?: TrialPlace) => void;
  /**
   * Returns true once no pair is left or, in a sequential case, the outcome is certain whatever the remaining pairs give. One with too few pairs
   * to decide ends early only as worse.
   */
  readonly isSettled: () => boolean;
  /** Returns the outcome with its numbers if the case ends with the pairs so far. */
  readonly result: () => CasePairs;
}

export interface PairOptions {
  /** The number of cases that the comparison judges. A sequential case stops only when its outcome is also certain at alpha divided by it, as Holm needs. */
  readonly cases?: number;
  /** True if a sequential case goes on after "not worse" is shown, in order to show "better". */
  readonly seeksBetter?: boolean;
}

/** Returns the initial state of the pairs of a case. Throws if a criterion is unknown or refused; `plan` reports both before a run. */
export function watchPairs(testCase: Case, question: PairQuestion, options: PairOptions = {}): PairDecision {
  return new RunningPairs(testCase, question, options);
}

/** Counts the pairs of a case. A trial without a value counts as 0; a pair without a reply counts only as missing. */
class PairTally {
  readonly #units: PairUnits;
  readonly #isOfRight: boolean;
  readonly #fields: readonly SlicingField[];
  readonly #slices: ReadonlyMap<string, Map<string, Sums>>;
  readonly #means: Sums = { pairs: 0, a: 0, b: 0 };
  readonly #counts = { both: 0, neither: 0, only_b: 0, only_a: 0 };
  readonly #signs = { better: 0, worse: 0, same: 0 };
  readonly #withoutValue = { a: 0, b: 0 };
  #trials = 0;
  #missing = 0;
  #incomplete = 0;

  constructor(units: PairUnits, isOfRight: boolean, fields: readonly SlicingField[]) {
    this.#units = units;
    this.#isOfRight = isOfRight;
    this.#fields = fields;
    this.#slices = new Map(fields.map(({ field }) => [field, new Map()]));
  }

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
      counts: this.#hasCounts() ? { ...this.#counts } : null,
      ...this.#signs,
      missing: this.#missing,
      without_value: { ...this.#withoutValue },
      slices: this.#fields.map((field) => this.#slicesOf(field)),
    };
  }

  #add({ a, b, origin }: PlacedPair & { readonly a: ValueRange; readonly b: ValueRange }, sums: Sums): void {
    addTo(sums, a, b);
    if (a.low < a.high) this.#withoutValue.a += 1;
    if (b.low < b.high) this.#withoutValue.b += 1;
    const kind = a.low === 1 ? (b.low === 1 ? 'both' : 'only_a') : b.low === 1 ? 'only_b' : 'neither';
    if (this.#hasCounts()) this.#counts[kind] += 1;
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

  #slicesOf({ field, values }: SlicingField): PairSlices {
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

class RunningPairs implements PairDecision {
  readonly #testCase: Case;
  readonly #question: PairQuestion;
  readonly #measure: PairMeasure;
  readonly #units: PairUnits;
  readonly #feasibility: PairFeasibility;
  readonly #tally: PairTally;
  /** The claims at alpha and, if several cases are decided, at the least level that Holm's correction can ask for. */
  readonly #claims: readonly [PairClaims, ...PairClaims[]];
  #taken = 0;
  #unit: PlacedPair[] = [];
  #used = 0;

  constructor(testCase: Case, question: PairQuestion, options: PairOptions) {
    const { cases = 1, seeksBetter = false } = options;
    this.#testCase = testCase;
    this.#question = question;
    this.#measure = pairMeasure(testCase);
    this.#units = pairUnits(testCase);
    this.#feasibility = pairFeasibility(testCase, question, this.#units);
    this.#tally = new PairTally(this.#units, this.#measure.measure === 'right', testCase.dataset?.slices ?? []);
    const { margin, alpha } = question;
    const design = { units: this.#units, margin, seeksBetter };
    const claims = new PairClaims({ ...design, level: alpha });
    this.#claims = cases > 1 ? [claims, new PairClaims({ ...design, level: alpha / cases })] : [claims];
  }

  readonly push = (a: PairValue, b: PairValue, { origin, endsUnit = true }: TrialPlace = {}): void => {
    if (this.isSettled()) throw new Error(`case "${this.#testCase.name}" takes no more pairs: it is settled`);
    this.#unit.push({ origin, a: this.#valueOf(a), b: this.#valueOf(b) });
    this.#used += 1;
    if (endsUnit || this.#used >= this.#units.trials) this.#take();
  };

  readonly isSettled = (): boolean => this.#used >= this.#units.trials || (this.#mayStop() && this.#isCertain());

  readonly result = (): CasePairs => {
    const { name, subject } = this.#testCase;
    const { unit, n } = this.#units;
    const { alpha } = this.#question;
    const tests = testsOfPairs(this.#units);
    const outcome = this.#outcome();
    const isKnown =
      outcome !== null || (!this.#feasibility.decides && this.#claims.every((claims) => claims.isWorseCertain()));
    const p = isKnown ? this.#claims[0].pValues() : noPValues;
    const notWorse = this.#feasibility.decides && outcome !== 'worse' && isSignificant(p.not_worse ?? 1, alpha);
    const isSurelyWorse = outcome !== 'worse' && isSignificant(p.any_worse ?? 1, alpha);
    const taken = this.#taken;
    // While pairs are still to come, bounds would be of no use to anybody.
    const hasBounds = taken > 0 && (isKnown || this.#used >= this.#units.trials);
    return {
      case: name,
      kind: subject.kind,
      measure: this.#measure.measure,
      unit,
      outcome,
      ...this.#feasibility,
      n,
      used: taken - this.#tally.incomplete(),
      stopped_at: taken < n && this.isSettled() ? taken : null,
      ...this.#tally.description(),
      interval: hasBounds ? this.#claims[0].bounds() : { lower: null, upper: null },
      not_worse: {
        test: tests.margin,
        p_value: p.not_worse,
        fail_p: p.worse,
        adjusted: null,
        fail_adjusted: null,
        shown: notWorse,
      },
      better_claim: {
        test: tests.better,
        p_value: p.better,
        adjusted: null,
        shown: notWorse && isSignificant(p.better ?? 1, alpha),
      },
      ...(isSurelyWorse && { surely_worse_within_margin: true as const }),
      unpaired: noUnpaired,
    };
  };

  #take(): void {
    const unit = this.#unit;
    this.#unit = [];
    this.#taken += 1;
    const difference = unitDifference(unit, this.#units);
    for (const claims of this.#claims) claims.push(difference);
    this.#tally.push(unit);
  }

  #valueOf(scores: PairValue) {
    if (scores === 'missing') return null;
    requireInRange(this.#testCase, scores);
    return this.#measure.valueOf(scores);
  }

  /** Only a sequential case stops early: of a fixed one that would save few pairs, and those not asked would widen its bounds. */
  #mayStop(): boolean {
    const { sequential, stop_early, look } = this.#testCase;
    return sequential && stop_early && !look;
  }

  #isCertain(): boolean {
    return this.#feasibility.decides
      ? this.#claims.every((claims) => claims.outcome() !== null)
      : this.#isSurelyWorse();
  }

  /** Returns true once "worse" is certain at each level, so that Holm's correction cannot take it back. */
  #isSurelyWorse(): boolean {
    return this.#claims.every((claims) => claims.outcome() === 'worse');
  }

  /** Returns the outcome if it is certain. It is at the end, unless a reply is missing. A case with too few pairs to decide can only be worse. */
  #outcome(): PairOutcome | null {
    if (this.#feasibility.decides) return this.#claims[0].outcome();
    return this.#isSurelyWorse() ? 'worse' : null;
  }
}

const noPValues = { not_worse: null, worse: null, better: null, any_worse: null };

interface PlacedPair extends TrialPair {
  readonly origin: Origin | undefined;
}

/** The numbers of a case that only describe its pairs. */
type PairDescription = Pick<
  CasePairs,
  'trials' | 'a' | 'b' | 'difference' | 'counts' | 'better' | 'worse' | 'same' | 'missing' | 'without_value' | 'slices'
>;

/** Two sums of values, and the number of pairs that they come from. */
interface Sums {
  pairs: number;
  a: number;
  b: number;
}

function addTo(sums: Sums, a: ValueRange, b: ValueRange): void {
  sums.pairs += 1;
  sums.a += a.low;
  sums.b += b.low;
}

function meansOf({ pairs, a, b }: Sums): { readonly a: number; readonly b: number } {
  return { a: a / pairs, b: b / pairs };
}
