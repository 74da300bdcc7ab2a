import { boundariesFrom, mixtureBoundaries, mostFailures, operating } from '#stats/boundaries.js';
import { type FileProcess, fileMeanLowerBound, fileMeanUpperBound, fileProcess } from '#stats/file-betting.js';
import { type FilePlan, filePlan } from '#stats/file-sequential.js';
import {
  type FileCounts,
  fileCriticalCount,
  fileFailP,
  fileMinN,
  filePassP,
  fileUpperTail,
  neededInFile,
  shareInFileBounds,
} from '#stats/hypergeometric.js';
import { firstFrom, firstWhere, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import { soonestPlan, statusAtLook, targetPower } from './sequential-test.js';
import {
  type Conclusion,
  type Design,
  fileSize,
  memoize,
  outcomeAt,
  plannedPower,
  type RunningTest,
  statusOfCounts,
  type Test,
  testKey,
  type ValueRange,
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

  readonly status = (): TestStatus =>
    statusOfCounts({ used: this.#used, low: this.#low }, this.#design.n, this.#critical);

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
      lower: shareInFileBounds(this.#N, pass, alpha).lower,
      upper: shareInFileBounds(this.#N, fail, alpha).upper,
    };
    if (this.#used < n && status === 'open') return { outcome: 'inconclusive', p_value: null, fail_p: null, interval };
    const p_value = filePassP(this.#N, this.#need, pass);
    const fail_p = fileFailP(this.#N, this.#need, fail);
    return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
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
      const upper = shareInFileBounds(this.#N, { n, k: this.#high + n - this.#used }, alpha).upper;
      return { outcome: 'inconclusive', p_value: null, fail_p: null, interval: { lower: null, upper } };
    }
    const fail_p = fileFailP(this.#N, this.#need, counts);
    const outcome = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
    const { upper } = shareInFileBounds(this.#N, counts, alpha);
    return { outcome, p_value: null, fail_p, interval: { lower: null, upper } };
  }
}

interface FileBetting {
  /** True if values are 0 or 1: the claim is then settled to the item. */
  readonly isBinary: boolean;
  /** True for `sequential: true`: it also stops when the evidence shows that the claim is false. */
  readonly stopsOnFailure: boolean;
}

/**
 * Returns the e-process on items that are drawn without replacement, for scores and for claims that must hold wherever the case ends. Once all
 * items were asked, they are counted and nothing is inferred.
 */
export function fileBettingTest(kind: FileBetting): Test {
  return {
    name: 'betting without replacement',
    givesUp: false,
    holdsAnywhere: true,
    canFail: () => null,
    start: (design) => new RunningFileBettingTest(design, kind),
    smallestN: (design) => {
      const { claim } = fileProcesses(design, kind.isBinary);
      return firstFrom(1, fileSize(design), (ones) => reaches(claim, ones, design.alpha));
    },
    forecast: foresee,
  };
}

/** Forecasts with the e-process with replacement, which needs more items; with all items the mean is counted. */
function foresee(design: Design) {
  const { mu0, n, alpha, expected } = design;
  const N = fileSize(design);
  const powerAt = (items: number) => (items >= N ? 1 : operating(mixtureBoundaries(items, mu0, alpha), expected).pass);
  return {
    max_failures: null,
    power: powerAt(n),
    needed_n: firstFrom(1, N, (items) => powerAt(items) >= plannedPower),
  };
}

/** Returns true if the evidence would be significant after `ones` more values of 1. */
function reaches(process: FileProcess, ones: number, alpha: number): boolean {
  return isSignificant(Math.exp(-Math.max(process.maxLogE(), process.logEAfterOnes(ones))), alpha);
}

/** Returns the e-processes of "at least mu0 of N" and of its opposite; for values of 0 and 1 they are certain to the item. */
function fileProcesses({ mu0, ...design }: Pick<Design, 'mu0' | 'of'>, isBinary: boolean) {
  const N = fileSize(design);
  const need = neededInFile(N, mu0);
  return {
    claim: fileProcess(N, isBinary ? need / N : mu0),
    opposite: fileProcess(N, isBinary ? 1 - (need - 1) / N : 1 - mu0),
  };
}

/** The rounding of a sum of values, which may not decide whether a mean reaches the bar. */
const sumRounding = 1e-9;

class RunningFileBettingTest implements RunningTest {
  readonly #design: Design;
  readonly #stopsOnFailure: boolean;
  readonly #N: number;
  /** The least sum of all values of the file that makes the claim true. */
  readonly #needed: number;
  readonly #claim: FileProcess;
  readonly #opposite: FileProcess;
  readonly #lows: number[] = [];
  readonly #highs: number[] = [];
  #low = 0;
  #high = 0;
  #status: TestStatus = 'open';

  constructor(design: Design, { isBinary, stopsOnFailure }: FileBetting) {
    this.#design = design;
    this.#stopsOnFailure = stopsOnFailure;
    this.#N = fileSize(design);
    this.#needed = (isBinary ? neededInFile(this.#N, design.mu0) : this.#N * design.mu0) - sumRounding;
    const { claim, opposite } = fileProcesses(design, isBinary);
    this.#claim = claim;
    this.#opposite = opposite;
  }

  readonly push = ({ low, high }: ValueRange): void => {
    this.#lows.push(low);
    this.#highs.push(high);
    this.#low += low;
    this.#high += high;
    this.#claim.push(low);
    this.#opposite.push(1 - high);
    if (this.#status === 'open') this.#status = this.#look(low);
  };

  readonly status = (): TestStatus => this.#status;

  /** Both p-values and the bounds (by inversion of the tests) are valid wherever the case ends. */
  readonly conclude = (): Conclusion => {
    const { alpha } = this.#design;
    const [p_value, fail_p] = [this.#passP(), this.#failP()];
    const interval =
      this.#left() === 0
        ? { lower: this.#low / this.#N, upper: this.#high / this.#N }
        : {
            lower: fileMeanLowerBound(this.#lows, this.#N, alpha),
            upper: fileMeanUpperBound(this.#highs, this.#N, alpha),
          };
    return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
  };

  #passP(): number {
    if (this.#low >= this.#needed) return 0;
    return this.#left() === 0 ? 1 : Math.exp(-this.#claim.maxLogE());
  }

  #failP(): number {
    if (this.#high + this.#left() < this.#needed) return 0;
    if (this.#left() === 0) return 1;
    // A mean that can still reach the bar, but not exceed it, is no failure.
    return this.#opposite.decision()?.kind === 'certain' ? 1 : Math.exp(-this.#opposite.maxLogE());
  }

  #look(low: number): TestStatus {
    const { n, alpha } = this.#design;
    if (isSignificant(this.#passP(), alpha)) return 'passes';
    if (this.#low + this.#left() < this.#needed) return 'cannot_pass';
    if (this.#stopsOnFailure && isSignificant(this.#failP(), alpha)) return 'cannot_pass';
    // All items are counted in the end. A value of 1 leaves what can still be reached as it is.
    const mayPass = n === this.#N || low === 1 || reaches(this.#claim, n - this.#lows.length, alpha);
    return mayPass ? 'open' : 'cannot_pass';
  }

  /** Returns the number of items of the file that were not asked. */
  #left(): number {
    return this.#N - this.#lows.length;
  }
}

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

const planOf = memoize(cacheSize, testKey, (design): FilePlan => {
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
    else if (this.#status === 'open' && this.#canPass) this.#status = statusAtLook(this.#plan, this.#used, this.#low);
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
}
