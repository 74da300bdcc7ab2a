import { type MixtureProcess, mixtureProcess } from '#stats/bounded/e-process.js';
import { firstFrom } from '#stats/first-where.js';
import { isSignificant } from '#stats/significant.js';
import type { TestStatus } from '../criterion.js';
import type { DifferenceDesign, DifferenceTest, Reach } from './difference-test.js';

/**
 * Returns the mixture e-process on (d + 1) / 2, which may be looked at after every difference: the claim is shown once the evidence suffices. With
 * a bar of 0 equal pairs change nothing, so that it tests the pairs that differ against one half.
 */
export function bettingDifferenceTest(design: DifferenceDesign): DifferenceTest {
  return new BettingDifferenceTest(design);
}

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
