import { BetGrid, type EProcess } from './e-process.js';
import { requireCount, requireLevel, requirePositive, requireProbability } from './numbers.js';
import { stirlingError } from './special-functions.js';

/** What the values seen so far settle for certain, and how many they were when they did. */
export interface FileDecision {
  /** `certain`: the mean of the file is at least m0 whatever follows. `impossible`: it is at most m0. */
  readonly kind: 'certain' | 'impossible';
  readonly at: number;
}

/** Evidence for "the mean of the file is at least m0" that also sees when nothing is left to be inferred. */
export interface FileProcess extends EProcess {
  /** null while the rest of the file may still decide. */
  decision(): FileDecision | null;
}

const settled = 1e-12;

/** Rounding of a sum of values, which may not decide whether a mean that is counted reaches the bar. */
const sumRounding = 1e-9;

/**
 * Returns the e-process for the claim "the mean of these N values is at least m0", for values in [0, 1] drawn in random order without
 * replacement.
 *
 * With mu = (N m0 - Σ seen) / (N - number seen) it is the mean of Π (1 + v (y - mu) / mu) over the 200 midpoints v of a grid on [0, 1], a
 * supermartingale of mean 1 or less wherever the claim is false. E is infinite from mu <= 1e-12 on, and stays as it is from mu >= 1 - 1e-12
 * on. Once all N are seen the mean is counted, with 1e-9 of their sum for rounding. Waudby-Smith and Ramdas 2024, section 4.
 *
 * For "at most m0" pass 1 - y and 1 - m0. For "at least `need` of N are right" pass need / N; for "fewer than `need`" 1 - y and
 * 1 - (need - 1) / N, so that certain is certain to the item. Throws a RangeError unless N is a count above 0, m0 and the values lie in
 * [0, 1], and at most N values come.
 */
export function fileProcess(N: number, m0: number): FileProcess {
  requireCount('N', N);
  requirePositive('N', N);
  requireProbability('m0', m0);
  return new FileMixture(N, m0);
}

class FileMixture implements FileProcess {
  readonly #bets = new BetGrid();
  readonly #N: number;
  #seen = 0;
  /** The sum that the values not seen yet need for a mean of m0. */
  #needed: number;
  #maxLogE = 0;
  #decision: FileDecision | null = null;

  constructor(N: number, m0: number) {
    this.#N = N;
    this.#needed = N * m0;
    this.#decide();
  }

  push(y: number): void {
    requireProbability('a value', y);
    if (this.#seen === this.#N) throw new RangeError(`all ${this.#N} values of the file were seen`);
    if (this.#decision === null) {
      const mu = this.#needed / (this.#N - this.#seen);
      this.#bets.add((y - mu) / mu);
      this.#maxLogE = Math.max(this.#maxLogE, this.#bets.logE());
    }
    this.#seen += 1;
    this.#needed -= y;
    this.#decide();
  }

  logE(): number {
    return this.#decision?.kind === 'certain' ? Number.POSITIVE_INFINITY : this.#bets.logE();
  }

  maxLogE(): number {
    return this.#decision?.kind === 'certain' ? Number.POSITIVE_INFINITY : this.#maxLogE;
  }

  /** Ones beyond the end of the file are ignored. */
  logEAfterOnes(count: number): number {
    if (this.#decision !== null) return this.logE();
    const [left, needed] = [this.#N - this.#seen, this.#needed];
    const ones = Math.min(count, left);
    if (isMet(needed - ones, left - ones)) return Number.POSITIVE_INFINITY;
    // The j-th one multiplies a bet v by 1 + v (left - needed) / (needed - j): a quotient of gamma functions.
    const product = (from: number) => logFactorial(from) - logFactorial(from - ones);
    return this.#bets.logEAfter((bet) => product(needed + bet * (left - needed)) - product(needed));
  }

  decision(): FileDecision | null {
    return this.#decision;
  }

  #decide(): void {
    if (this.#decision !== null) return;
    const left = this.#N - this.#seen;
    const isImpossible = left === 0 || this.#needed / left >= 1 - settled;
    if (isMet(this.#needed, left)) this.#decision = { kind: 'certain', at: this.#seen };
    else if (isImpossible) this.#decision = { kind: 'impossible', at: this.#seen };
  }
}

/** Returns true if the values that are left need no more to reach the bar. */
function isMet(needed: number, left: number): boolean {
  return left === 0 ? needed <= sumRounding : needed / left <= settled;
}

/** Returns ln Γ(x + 1) for x > 0. */
function logFactorial(x: number): number {
  return (x + 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + stirlingError(x);
}

/**
 * Returns a lower bound of the mean of a file of N values with confidence 1 - alpha that holds at any stop: the least mean that the e-process
 * does not reject after `values` in their order, to 1e-9, and never beyond what the unseen values allow. Takes about 30 passes over the
 * values: 1 s for 50,000. Throws a RangeError as `fileProcess` does, and for an alpha outside (0, 1).
 */
export function fileMeanLowerBound(values: readonly number[], N: number, alpha: number): number {
  requireLevel('alpha', alpha);
  // E falls as m0 rises, at every look: the means that are rejected are those below one number.
  const sum = values.reduce((total, value) => total + value, 0);
  let rejected = Math.min(1, sum / N);
  let kept = Math.min(1, (sum + N - values.length) / N);
  while (kept - rejected > 1e-9) {
    const middle = (rejected + kept) / 2;
    if (isRejected(values, fileProcess(N, middle), alpha)) rejected = middle;
    else kept = middle;
  }
  return rejected;
}

/** Returns the upper bound of the mean, as `fileMeanLowerBound` the lower one. */
export function fileMeanUpperBound(values: readonly number[], N: number, alpha: number): number {
  const mirrored = values.map((value) => 1 - value);
  return 1 - fileMeanLowerBound(mirrored, N, alpha);
}

function isRejected(values: readonly number[], process: FileProcess, alpha: number): boolean {
  const bar = Math.log(1 / alpha) - settled;
  return values.some((value) => {
    process.push(value);
    return process.maxLogE() >= bar;
  });
}
