import { mostFailures } from '#stats/boundaries.js';
import type { FileProcess } from '#stats/file-betting.js';
import { type FilePlan, filePlan } from '#stats/file-sequential.js';
import { neededInFile } from '#stats/hypergeometric.js';
import { isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import { fileProcesses } from './file-betting-test.js';
import { fileTest } from './file-test.js';
import { soonestPlan, targetPower } from './sequential-test.js';
import {
  type Conclusion,
  type Design,
  fileSize,
  keyOf,
  memoize,
  type RunningTest,
  type Test,
} from './statistical-test.js';

/** The likelihood ratio test of a claim about a file, with a look after every item. Its level holds at every look. */
export const fileSequentialTest: Test = {
  name: 'sequential test without replacement',
  givesUp: true,
  start: (design) => new RunningFileSequentialTest(design),
  canFail: () => true,
  boundaries: (design) => planOf(design),
  smallestN: (design) => {
    const first = planOf(design).pass_at.findIndex((needed, look) => needed !== null && needed <= look + 1);
    return first < 0 ? fileTest.smallestN(design) : first + 1;
  },
  forecast: (design) => {
    const plan = planOf(design);
    return {
      max_failures: mostFailures(plan),
      power: plan.power,
      mean_trials: { at_bar: plan.mean_n_k0, at_expected: plan.mean_n_k1 },
      needed_n: fileTest.forecast(design).needed_n,
    };
  },
};

/** Plans take up to 2 MB each for 50,000 items. */
const cacheSize = 20;

const planOf = memoize(cacheSize, keyOf, (design): FilePlan => {
  const { mu0, n, alpha, expected } = design;
  const file = { N: fileSize(design), p0: mu0, p1: expected, alpha, n_max: n };
  return soonestPlan(targetPower(fileTest, design), (futility) => filePlan({ ...file, futility }));
});

class RunningFileSequentialTest implements RunningTest {
  readonly #design: Design;
  readonly #plan: FilePlan;
  readonly #N: number;
  readonly #need: number;
  readonly #canPass: boolean;
  /** Evidence that the claim is false, valid at any stop. */
  readonly #opposite: FileProcess;
  #used = 0;
  #low = 0;
  #high = 0;
  #status: TestStatus = 'open';

  constructor(design: Design) {
    this.#design = design;
    this.#N = fileSize(design);
    this.#need = neededInFile(this.#N, design.mu0);
    this.#plan = planOf(design);
    this.#canPass = this.#plan.pass_at.some((needed) => needed !== null);
    this.#opposite = fileProcesses(design, true).opposite;
  }

  readonly push: RunningTest['push'] = ({ low, high }) => {
    this.#used += 1;
    this.#low += low;
    this.#high += high;
    this.#opposite.push(1 - high);
    if (this.#used === this.#N) this.#status = this.#low >= this.#need ? 'passes' : 'cannot_pass';
    else if (this.#status === 'open' && this.#canPass) this.#status = this.#look();
  };

  readonly status = (): TestStatus => this.#status;

  /** After an early stop the p-value and bounds of a fixed sample are not valid. With all items asked, they are counted. */
  readonly conclude = (): Conclusion => {
    const isCounted = this.#used === this.#N;
    const fail_p = this.#failP(isCounted);
    const failed = isSignificant(fail_p, this.#design.alpha) ? 'failed' : 'inconclusive';
    return {
      outcome: this.#status === 'passes' ? 'passed' : failed,
      p_value: isCounted ? Number(this.#low < this.#need) : null,
      fail_p,
      interval: isCounted ? { lower: this.#low / this.#N, upper: this.#high / this.#N } : null,
    };
  };

  #failP(isCounted: boolean): number {
    if (this.#high + this.#N - this.#used < this.#need) return 0;
    return isCounted ? 1 : Math.exp(-this.#opposite.maxLogE());
  }

  #look(): TestStatus {
    const needed = this.#plan.pass_at[this.#used - 1] ?? null;
    if (needed !== null && this.#low >= needed) return 'passes';
    const futile = this.#plan.stop_low[this.#used - 1] ?? null;
    return futile !== null && this.#low <= futile ? 'cannot_pass' : 'open';
  }
}
