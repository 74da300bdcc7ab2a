import { type EProcess, mixtureProcess } from '#stats/bounded/e-process.js';
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
  readonly #least: EProcess;
  readonly #most: EProcess;
  #used = 0;

  constructor(design: DifferenceDesign) {
    this.#design = design;
    const mu0 = (1 + design.bar) / 2;
    this.#least = mixtureProcess(mu0);
    this.#most = mixtureProcess(mu0);
  }

  readonly push = ({ least, most }: Reach): void => {
    this.#least.push((least + 1) / 2);
    this.#most.push((most + 1) / 2);
    this.#used += 1;
  };

  readonly status = (): TestStatus => {
    if (this.#suffices(this.#least.maxLogE())) return 'passes';
    if (this.#suffices(this.#most.maxLogE())) return 'open';
    const rest = Math.max(0, this.#design.n - this.#used);
    return this.#suffices(this.#most.logEAfterOnes(rest)) ? 'open' : 'cannot_pass';
  };

  readonly pValue = (): number => Math.exp(-this.#least.maxLogE());

  #suffices(logE: number): boolean {
    return isSignificant(Math.exp(-logE), this.#design.level);
  }
}
