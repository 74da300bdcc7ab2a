import { type CasePairs, isOpenCase, type PairOutcome } from '#model/pairs/comparison.js';
import { type MixtureProcess, mixtureProcess } from '#stats/e-process.js';
import { holm } from '#stats/multiple-testing.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import { type DifferenceDesign, type DifferenceTest, GaffkeDifferenceTest, type Reach } from './difference-test.js';
import { meanDifference, opposite, type PairUnits, type UnitDifference } from './pair-units.js';

/** The claims of a comparison at one level. */
interface ClaimsDesign {
  readonly units: PairUnits;
  readonly margin: number;
  readonly level: number;
  /** True if a test may stop as soon as its evidence suffices. */
  readonly sequential: boolean;
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
 * The mixture e-process on (d + 1) / 2, which may be looked at after every difference: the claim is shown once the evidence suffices. With
 * a bar of 0 equal pairs change nothing, so that it tests the pairs that differ against one half.
 */
class BettingDifferenceTest implements DifferenceTest {
  readonly #design: DifferenceDesign;
  readonly #least: MixtureProcess;
  /** The same process until a reply is missing. */
  #most: MixtureProcess;
  readonly #values: number[] = [];
  /** No look before this many differences can find the claim impossible. */
  #hopelessFrom = 0;

  constructor(design: DifferenceDesign) {
    this.#design = design;
    this.#least = this.#begin();
    this.#most = this.#least;
  }

  readonly push = ({ least, most }: Reach): void => {
    if (least !== most && this.#most === this.#least) {
      this.#most = this.#begin();
      for (const value of this.#values) this.#most.push(value);
    }
    const value = (least + 1) / 2;
    this.#values.push(value);
    this.#least.push(value);
    if (this.#most !== this.#least) this.#most.push((most + 1) / 2);
  };

  readonly status = (): TestStatus => {
    if (this.#suffices(this.#least.maxLogE())) return 'passes';
    const used = this.#values.length;
    if (used < this.#hopelessFrom || this.#suffices(this.#most.maxLogE())) return 'open';
    const rest = Math.max(0, this.#design.n - used);
    const wait = firstFrom(0, rest, (worst) => !this.#suffices(this.#afterWorst(worst, rest - worst)));
    this.#hopelessFrom = used + (wait ?? Number.POSITIVE_INFINITY);
    return wait === 0 ? 'cannot_pass' : 'open';
  };

  readonly pValue = (): number => Math.exp(-this.#least.maxLogE());

  #begin(): MixtureProcess {
    return mixtureProcess((1 + this.#design.bar) / 2);
  }

  /** Returns the greatest evidence after `worst` more differences of -1 and then `best` of 1. */
  #afterWorst(worst: number, best: number): number {
    return this.#most.logEAfterCounts([
      { weight: 0, count: worst },
      { weight: 1, count: best },
    ]);
  }

  #suffices(logE: number): boolean {
    return isSignificant(Math.exp(-logE), this.#design.level);
  }
}

/**
 * The claims about a difference while units arrive: first "not worse by more than the margin", then "better", both at the full level since the
 * second is only claimed if the first is shown; and "worse by more than the margin".
 */
export class PairClaims {
  readonly #design: ClaimsDesign;
  readonly #notWorse: DifferenceTest;
  readonly #worse: DifferenceTest;
  readonly #better: DifferenceTest;
  readonly #anyWorse: DifferenceTest;
  /** True if "worse" was shown before "not worse". Of two sequential tests, the one that ends first decides. */
  #isWorseFirst = false;

  constructor(design: ClaimsDesign) {
    const { margin, sequential, units, level } = design;
    const Test = sequential ? BettingDifferenceTest : GaffkeDifferenceTest;
    this.#design = design;
    this.#notWorse = new Test({ n: units.n, bar: -margin, level });
    this.#worse = new Test({ n: units.n, bar: margin, level });
    this.#better = new Test({ n: units.n, bar: 0, level });
    this.#anyWorse = new Test({ n: units.n, bar: 0, level });
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
    if (this.#design.sequential) {
      this.#isWorseFirst ||= this.#worse.status() === 'passes' && this.#notWorse.status() !== 'passes';
    }
  }

  /** Returns the outcome once it is certain, whatever the units give that are missing or not there yet; null before. */
  outcome(): PairOutcome | null {
    const { sequential, seeksBetter } = this.#design;
    if (this.#isWorseFirst) return 'worse';
    if (this.#notWorse.status() === 'passes') {
      const better = this.#better.status();
      if (better === 'passes') return 'better';
      return better === 'cannot_pass' || (sequential && !seeksBetter) ? 'not_worse' : null;
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
