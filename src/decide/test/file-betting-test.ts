import { type FileProcess, fileMeanBounds, fileProcess } from '#stats/file/betting.js';
import { neededInFile } from '#stats/file/file-claim.js';
import { firstFrom } from '#stats/first-where.js';
import { mixtureBoundaries, operating } from '#stats/sequential/boundaries.js';
import { isSignificant } from '#stats/significant.js';
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

/** The e-process on items that are drawn without replacement, for scores and for claims that must hold wherever the case ends. */
export const fileBettingTest: Test = {
  name: 'betting without replacement',
  givesUp: false,
  canFail: () => null,
  start: (design) => new RunningFileBettingTest(design, false),
  smallestN: (design) => {
    const start = fileProcess(fileSize(design), design.mu0);
    return firstFrom(1, fileSize(design), (ones) => reaches(start, ones, design.alpha));
  },
  forecast: foresee,
};

/** The same for `sequential: true`: it also stops when the evidence shows that the claim is false. */
export const sequentialFileBettingTest: Test = {
  ...fileBettingTest,
  start: (design) => new RunningFileBettingTest(design, true),
};

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

class RunningFileBettingTest implements RunningTest {
  readonly #design: Design;
  readonly #stopsOnFailure: boolean;
  readonly #claim: FileProcess;
  readonly #opposite: FileProcess;
  readonly #lows: number[] = [];
  readonly #highs: number[] = [];
  #status: TestStatus = 'open';

  constructor(design: Design, stopsOnFailure: boolean) {
    this.#design = design;
    this.#stopsOnFailure = stopsOnFailure;
    const { claim, opposite } = fileProcesses(design, false);
    this.#claim = claim;
    this.#opposite = opposite;
  }

  readonly push = ({ low, high }: Range): void => {
    this.#lows.push(low);
    this.#highs.push(high);
    this.#claim.push(low);
    this.#opposite.push(1 - high);
    if (this.#status === 'open') this.#status = this.#look();
  };

  readonly status = (): TestStatus => this.#status;

  /** Both p-values and the bounds (by inversion of the tests) are valid wherever the case ends. */
  readonly conclude = (): Conclusion => {
    const { alpha } = this.#design;
    const [p_value, fail_p] = [pOf(this.#claim), pOf(this.#opposite)];
    const failed = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
    return { outcome: isSignificant(p_value, alpha) ? 'passed' : failed, p_value, fail_p, interval: this.#interval() };
  };

  #interval(): Conclusion['interval'] {
    const { alpha } = this.#design;
    const N = fileSize(this.#design);
    if (this.#lows.length === N) return { lower: meanOf(this.#lows), upper: meanOf(this.#highs) };
    return { lower: fileMeanBounds(this.#lows, N, alpha).lower, upper: fileMeanBounds(this.#highs, N, alpha).upper };
  }

  #look(): TestStatus {
    const { n, alpha } = this.#design;
    if (isSignificant(pOf(this.#claim), alpha)) return 'passes';
    if (this.#claim.decision()?.kind === 'impossible') return 'cannot_pass';
    if (this.#stopsOnFailure && isSignificant(pOf(this.#opposite), alpha)) return 'cannot_pass';
    return reaches(this.#claim, n - this.#lows.length, alpha) ? 'open' : 'cannot_pass';
  }
}

function pOf(process: FileProcess): number {
  return Math.exp(-process.maxLogE());
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
