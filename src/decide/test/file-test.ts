import { boundariesFrom } from '#stats/boundaries.js';
import {
  type FileCounts,
  fileBounds,
  fileCriticalCount,
  fileFailP,
  fileMinN,
  filePassP,
  fileUpperTail,
  neededInFile,
} from '#stats/hypergeometric.js';
import { firstWhere, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import {
  type Conclusion,
  type Design,
  fileSize,
  plannedPower,
  type RunningTest,
  type Test,
} from './statistical-test.js';

/**
 * The exact test of "at least mu0 of these N items are right", from items that are drawn without replacement. Once all N were asked, the
 * right ones are counted and nothing is inferred. It stops as soon as its result is certain.
 */
export const fileTest: Test = {
  name: 'exact hypergeometric',
  givesUp: false,
  start: (design) => new RunningFileTest(design),
  canFail: ({ mu0, n, alpha, ...design }, stopsEarly) => {
    const N = fileSize(design);
    const critical = fileCriticalCount({ N, p0: mu0, alpha }, n);
    const asked = stopsEarly && critical !== null ? n - critical + 1 : n;
    return isSignificant(fileFailP(N, neededInFile(N, mu0), { n: asked, k: 0 }), alpha);
  },
  boundaries: ({ mu0, n, alpha, ...design }) =>
    boundariesFrom(fileCriticalCount({ N: fileSize(design), p0: mu0, alpha }, n), n),
  smallestN: ({ mu0, alpha, ...design }) => fileMinN({ N: fileSize(design), p0: mu0, alpha }),
  forecast: (design) => {
    const { mu0: p0, n, alpha, expected } = design;
    const N = fileSize(design);
    const K = Math.max(neededInFile(N, p0), Math.round(expected * N));
    const powerOf = (asked: number) => {
      const critical = fileCriticalCount({ N, p0, alpha }, asked);
      return critical === null ? 0 : fileUpperTail(critical, { N, K, n: asked });
    };
    const critical = fileCriticalCount({ N, p0, alpha }, n);
    return {
      max_failures: critical === null ? null : n - critical,
      power: powerOf(n),
      needed_n: firstWhere(1, N, (asked) => powerOf(asked) >= plannedPower),
    };
  },
};

class RunningFileTest implements RunningTest {
  readonly #design: Design;
  readonly #N: number;
  readonly #need: number;
  /** The least number of right items among n that passes; null if none does. */
  readonly #critical: number | null;
  #used = 0;
  #low = 0;
  #high = 0;
  /** The counts at the item that settled a pass, if the case may stop there. */
  #passedWith: FileCounts | null = null;

  constructor(design: Design) {
    this.#design = design;
    this.#N = fileSize(design);
    this.#need = neededInFile(this.#N, design.mu0);
    this.#critical = fileCriticalCount({ N: this.#N, p0: design.mu0, alpha: design.alpha }, design.n);
  }

  readonly push: RunningTest['push'] = ({ low, high }) => {
    this.#used += 1;
    this.#low += low;
    this.#high += high;
    if (this.#design.stopsEarly && this.status() === 'passes') this.#passedWith ??= { n: this.#used, k: this.#low };
  };

  readonly status = (): TestStatus => {
    if (this.#critical === null) return 'open';
    if (this.#low >= this.#critical) return 'passes';
    return this.#used - this.#low > this.#design.n - this.#critical ? 'cannot_pass' : 'open';
  };

  /**
   * Concludes from the whole sample; items that were not asked count as the worst possible, so the result is valid for any completion. A pass of
   * a case that may stop early is concluded at its k-th right item: T_k <= t if and only if t items hold at least k right ones, so the tail at t
   * is exact. Once all items were asked, they are counted.
   */
  readonly conclude = (): Conclusion => {
    const { n, alpha } = this.#design;
    const status = this.status();
    if (this.#used < n && status === 'cannot_pass') return this.#byLastFailure();
    const isCounted = this.#used === this.#N;
    const pass = (isCounted ? null : this.#passedWith) ?? { n, k: this.#low };
    const fail = { n, k: this.#high + n - this.#used };
    const interval = {
      lower: fileBounds(this.#N, pass, alpha).lower,
      upper: fileBounds(this.#N, fail, alpha).upper,
    };
    if (this.#used < n && status === 'open') {
      return { outcome: 'inconclusive', p_value: null, fail_p: null, interval };
    }
    const p_value = filePassP(this.#N, this.#need, pass);
    const fail_p = fileFailP(this.#N, this.#need, fail);
    const failed = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
    return { outcome: isSignificant(p_value, alpha) ? 'passed' : failed, p_value, fail_p, interval };
  };

  /**
   * Concludes a case that ended with the failure that settles it, the m-th at item t. T_m <= t if and only if t items hold at least m
   * failures, so the tail at t is exact for this stopping rule.
   */
  #byLastFailure(): Conclusion {
    const { alpha } = this.#design;
    const counts = { n: this.#used, k: this.#low };
    if (this.#low !== this.#high) {
      const n = this.#design.n;
      const upper = fileBounds(this.#N, { n, k: this.#high + n - this.#used }, alpha).upper;
      return { outcome: 'inconclusive', p_value: null, fail_p: null, interval: { lower: null, upper } };
    }
    const fail_p = fileFailP(this.#N, this.#need, counts);
    const outcome = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
    const { upper } = fileBounds(this.#N, counts, alpha);
    return { outcome, p_value: null, fail_p, interval: { lower: null, upper } };
  }
}
