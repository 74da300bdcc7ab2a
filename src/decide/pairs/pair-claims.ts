import {
  type BetterTestName,
  type CasePairs,
  isOpenCase,
  type MarginTestName,
  type PairOutcome,
} from '#model/pairs/comparison.js';
import { holm } from '#stats/multiple-testing.js';
import { isSignificant } from '#stats/numbers.js';
import type { ClaimTest, Reach } from '../statistical-tests/statistical-test.js';
import { startDifferenceTest, testsOfPairs } from './difference-test.js';
import { meanDifference, opposite, type PairUnits, type UnitDifference } from './pair-units.js';

/** The claims of a comparison at one level. */
interface ClaimsDesign {
  readonly units: PairUnits;
  readonly margin: number;
  readonly level: number;
  /** True if a sequential test goes on after "not worse" is shown, in order to show "better". */
  readonly seeksBetter: boolean;
}

/** The p-values of the claims. Units that are missing or not there yet count as the worst for each claim. */
interface ClaimPValues {
  readonly not_worse: number;
  /** Worse by more than the margin. */
  readonly worse: number;
  readonly better: number;
  /** Worse, by whatever amount. */
  readonly any_worse: number;
}

/**
 * The claims about a difference while units arrive: first "not worse by more than the margin", then "better", both at the full level since the
 * second is only claimed if the first is shown; and "worse by more than the margin".
 */
export class PairClaims {
  readonly #design: ClaimsDesign;
  readonly #notWorse: ClaimTest;
  readonly #worse: ClaimTest;
  readonly #better: ClaimTest;
  readonly #anyWorse: ClaimTest;
  /** True if "worse" was shown before "not worse". Of two sequential tests, the one that ends first decides. */
  #isWorseFirst = false;

  constructor(design: ClaimsDesign) {
    const { margin, units, level: alpha } = design;
    const tests = testsOfPairs(units);
    const start = (name: MarginTestName | BetterTestName, bar: number) =>
      startDifferenceTest(name, { ...units, bar, alpha });
    this.#design = design;
    this.#notWorse = start(tests.margin, -margin);
    this.#worse = start(tests.margin, margin);
    this.#better = start(tests.better, 0);
    this.#anyWorse = start(tests.better, 0);
  }

  push({ low, high, size }: UnitDifference): void {
    const mean = ({ least, most }: Reach): Reach => ({
      least: meanDifference(least, size),
      most: meanDifference(most, size),
    });
    this.#notWorse.push(mean(low));
    this.#worse.push(opposite(mean(high)));
    this.#better.push(mean(low));
    this.#anyWorse.push(opposite(mean(high)));
    if (this.#design.units.sequential) {
      this.#isWorseFirst ||= this.#worse.status() === 'passes' && this.#notWorse.status() !== 'passes';
    }
  }

  /** Returns the outcome once it is certain, whatever the units give that are missing or not there yet; null before. */
  outcome(): PairOutcome | null {
    const { units, seeksBetter } = this.#design;
    if (this.#isWorseFirst) return 'worse';
    if (this.#notWorse.status() === 'passes') {
      const better = this.#better.status();
      if (better === 'passes') return 'better';
      return better === 'cannot_pass' || (units.sequential && !seeksBetter) ? 'not_worse' : null;
    }
    if (this.#worse.status() === 'passes') return 'worse';
    const isOpen = this.#notWorse.status() === 'open' || this.#worse.status() === 'open';
    return isOpen ? null : 'undecided';
  }

  /** Returns true once it is certain whether the outcome is "worse". */
  isWorseCertain(): boolean {
    return this.#worse.status() !== 'open';
  }

  pValues(): ClaimPValues {
    return {
      not_worse: this.#notWorse.pValue(),
      worse: this.#worse.pValue(),
      better: this.#better.pValue(),
      any_worse: this.#anyWorse.pValue(),
    };
  }

  /** Returns one-sided bounds of the mean difference, each with confidence 1 - level, whatever the units give that are missing or not there yet. */
  bounds(): { readonly lower: number; readonly upper: number } {
    // -0 is 0.
    return { lower: this.#notWorse.lowerBound() + 0, upper: 0 - this.#worse.lowerBound() };
  }
}

/** The outcome of a comparison; null if replies are missing and the others do not settle it. */
interface ComparisonDecision {
  readonly outcome: PairOutcome | null;
  /** The cases with adjusted p-values and with the outcomes that these give. */
  readonly cases: readonly CasePairs[];
}

/**
 * Decides a comparison of several cases. It is "not worse" if every case is, each at the full level (an intersection-union test), and "better" if
 * every case is. It is "worse" if a case is worse after Holm's correction. The outcomes of the cases, which are read one by one, are those after
 * Holm's correction. A case with too few pairs for "not worse" takes part in "worse" alone: its loss counts as that of any other case.
 */
export function comparisonOutcome(cases: readonly CasePairs[], alpha: number): ComparisonDecision {
  const deciding = cases.filter(({ decides }) => decides);
  const better = (pairs: CasePairs) => Math.max(pairs.not_worse.p_value ?? 1, pairs.better_claim.p_value ?? 1);
  const adjusted = {
    notWorse: holm(
      deciding.map(({ not_worse }) => not_worse.p_value ?? 1),
      alpha,
    ).adjusted,
    better: holm(deciding.map(better), alpha).adjusted,
  };
  const worse = holm(
    cases.map(({ not_worse }) => not_worse.fail_p ?? 1),
    alpha,
  ).adjusted;
  const corrected = cases.map((pairs, index) => {
    const place = deciding.indexOf(pairs);
    const ownWorse = worse[index] ?? 1;
    if (place < 0) return lossCorrection(pairs, alpha, ownWorse);
    const [notWorse, gain] = [adjusted.notWorse[place] ?? 1, adjusted.better[place] ?? 1];
    return corrections(pairs, alpha, { notWorse, worse: ownWorse, better: gain });
  });
  return { outcome: overall(deciding, corrected), cases: corrected };
}

/** Corrects a case with too few pairs for "not worse". */
function lossCorrection(pairs: CasePairs, alpha: number, worse: number): CasePairs {
  if (isOpenCase(pairs)) return pairs;
  const outcome = isSignificant(worse, alpha) ? 'worse' : null;
  return { ...pairs, outcome, not_worse: { ...pairs.not_worse, fail_adjusted: worse } };
}

interface Adjusted {
  readonly notWorse: number;
  readonly worse: number;
  readonly better: number;
}

function corrections(pairs: CasePairs, alpha: number, { notWorse, worse, better }: Adjusted): CasePairs {
  if (pairs.outcome === null) return pairs;
  const isShown = (p: number) => isSignificant(p, alpha);
  const positive = isShown(better) ? 'better' : 'not_worse';
  const negative = isShown(worse) ? 'worse' : 'undecided';
  return {
    ...pairs,
    outcome: pairs.not_worse.shown && isShown(notWorse) ? positive : negative,
    not_worse: { ...pairs.not_worse, adjusted: notWorse, fail_adjusted: worse },
    better_claim: { ...pairs.better_claim, adjusted: better },
  };
}

function overall(raw: readonly CasePairs[], corrected: readonly CasePairs[]): PairOutcome | null {
  if (corrected.some(({ outcome }) => outcome === 'worse')) return 'worse';
  if (raw.length === 0 || corrected.some(isOpenCase)) return null;
  if (!raw.every(({ not_worse }) => not_worse.shown)) return 'undecided';
  return raw.every(({ better_claim }) => better_claim.shown) ? 'better' : 'not_worse';
}
