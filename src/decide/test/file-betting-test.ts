import { mixtureBoundaries, operating } from '#stats/boundaries.js';
import { type FileProcess, fileMeanLowerBound, fileMeanUpperBound, fileProcess } from '#stats/file-betting.js';
import { neededInFile } from '#stats/hypergeometric.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import {
  type Conclusion,
  type Design,
  fileSize,
  plannedPower,
  type Range,
  type RunningTest,
  type Test,
} from './statistical-test.js';

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
export function fileProcesses({ mu0, ...design }: Pick<Design, 'mu0' | 'of'>, isBinary: boolean) {
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

  readonly push = ({ low, high }: Range): void => {
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
    const failed = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
    return { outcome: isSignificant(p_value, alpha) ? 'passed' : failed, p_value, fail_p, interval: this.#interval() };
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

  #interval(): Conclusion['interval'] {
    const { alpha } = this.#design;
    if (this.#left() === 0) return { lower: this.#low / this.#N, upper: this.#high / this.#N };
    return {
      lower: fileMeanLowerBound(this.#lows, this.#N, alpha),
      upper: fileMeanUpperBound(this.#highs, this.#N, alpha),
    };
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
