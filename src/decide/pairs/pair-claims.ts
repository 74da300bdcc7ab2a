import type { PairOutcome } from '#model/pairs/comparison.js';
import { bettingDifferenceTest } from './betting-difference-test.js';
import { type DifferenceTest, gaffkeDifferenceTest, type Reach } from './difference-test.js';
import type { PairUnits } from './pair-units.js';
import { meanDifference, opposite, type UnitDifference } from './unit-difference.js';

/** The claims of a comparison at one level. */
export interface ClaimsDesign {
  readonly units: PairUnits;
  readonly margin: number;
  readonly level: number;
  /** True if a test may stop as soon as its evidence suffices. */
  readonly sequential: boolean;
  /** True if a sequential test goes on after "not worse" is shown, in order to show "better". */
  readonly seeksBetter: boolean;
}

/** The p-values of the claims. Units that are missing or not there yet count as the worst for each claim. */
export interface ClaimPValues {
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
  readonly #notWorse: DifferenceTest;
  readonly #worse: DifferenceTest;
  readonly #better: DifferenceTest;
  readonly #anyWorse: DifferenceTest;
  /** True if "worse" was shown before "not worse". Of two sequential tests, the one that ends first decides. */
  #isWorseFirst = false;

  constructor(design: ClaimsDesign) {
    const { margin, sequential, units, level } = design;
    const test = sequential ? bettingDifferenceTest : gaffkeDifferenceTest;
    this.#design = design;
    this.#notWorse = test({ n: units.n, bar: -margin, level });
    this.#worse = test({ n: units.n, bar: margin, level });
    this.#better = test({ n: units.n, bar: 0, level });
    this.#anyWorse = test({ n: units.n, bar: 0, level });
  }

  push({ low, high, size }: UnitDifference): void {
    const { units, margin } = this.#design;
    const mean = ({ least, most }: Reach, allowed: number): Reach => ({
      least: meanDifference(least, size, units, allowed),
      most: meanDifference(most, size, units, allowed),
    });
    this.#notWorse.push(mean(low, margin));
    this.#worse.push(opposite(mean(high, margin)));
    this.#better.push(mean(low, 0));
    this.#anyWorse.push(opposite(mean(high, 0)));
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
