import { mostTrials } from '#model/limits.js';
import { mixtureBoundaries, mostFailures, operating } from '#stats/boundaries.js';
import { type EProcess, mixtureProcess } from '#stats/e-process.js';
import { firstFrom, isSignificant } from '#stats/numbers.js';
import type { TestStatus } from '../criterion.js';
import { type Design, outcomeAt, plannedPower, type RunningTest, type Test } from './statistical-test.js';

function mixtureTest(name: string, stopsOnFailure: boolean): Test {
  return {
    name,
    givesUp: false,
    holdsAnywhere: true,
    canFail: () => null,
    start: (design) => follow(design, stopsOnFailure),
    smallestN: ({ mu0, alpha }) => {
      const start = mixtureProcess(mu0);
      return firstFrom(1, mostTrials, (count) => reaches(start, count, alpha));
    },
    forecast: ({ mu0, n, alpha, expected }) => {
      const powerAt = (trials: number) => operating(mixtureBoundaries(trials, mu0, alpha), expected).pass;
      return {
        max_failures: mostFailures(mixtureBoundaries(n, mu0, alpha)),
        power: powerAt(n),
        needed_n: firstFrom(1, mostTrials, (trials) => powerAt(trials) >= plannedPower),
      };
    },
  };
}

/** The mixture e-process on the whole sample (`method: betting`): proved valid for any bounded values, but needs more trials. */
export const bettingTest = mixtureTest('betting e-process', false);

/** The mixture e-process for `sequential: true`: it also stops when the evidence shows that the claim is false. */
export const sequentialBettingTest = mixtureTest('mixture e-process', true);

/** Returns true if the evidence would be significant after `ones` more values of 1. */
function reaches(process: EProcess, ones: number, alpha: number): boolean {
  return isSignificant(Math.exp(-process.logEAfterOnes(ones)), alpha);
}

function suffices(process: EProcess, alpha: number): boolean {
  return isSignificant(Math.exp(-process.maxLogE()), alpha);
}

function follow({ mu0, n, alpha }: Design, stopsOnFailure: boolean): RunningTest {
  const [claim, opposite] = [mixtureProcess(mu0), mixtureProcess(1 - mu0)];
  const canPass = reaches(claim, n, alpha);
  const [lows, misses]: [number[], number[]] = [[], []];
  let status: TestStatus = 'open';
  const look = (low: number): TestStatus => {
    if (suffices(claim, alpha)) return 'passes';
    if (stopsOnFailure && suffices(opposite, alpha)) return 'cannot_pass';
    // A value of 1 leaves what can still be reached as it is.
    return low === 1 || reaches(claim, n - lows.length, alpha) ? 'open' : 'cannot_pass';
  };
  return {
    push: ({ low, high }) => {
      lows.push(low);
      misses.push(1 - high);
      claim.push(low);
      opposite.push(1 - high);
      if (status === 'open' && canPass) status = look(low);
    },
    status: () => status,
    /** Both p-values and the bounds (by inversion of the tests) are valid wherever the case ends. */
    conclude: () => {
      const [p_value, fail_p] = [Math.exp(-claim.maxLogE()), Math.exp(-opposite.maxLogE())];
      const [lower, upper] = [bettingLowerBound(lows, mu0, alpha), 1 - bettingLowerBound(misses, 1 - mu0, alpha)];
      return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval: { lower, upper } };
    },
  };
}

/**
 * Returns the largest mean that the test rejects from below, to 1e-6; 0 if it rejects none. The p-value grows with the mean. The
 * search starts at the bar, so the bound and the verdict are always on the same side of it.
 */
export function bettingLowerBound(values: readonly number[], bar: number, alpha: number): number {
  const isRejected = (mean: number) => {
    const process = mixtureProcess(mean);
    return values.some((value) => {
      process.push(value);
      return Math.exp(-process.maxLogE()) < alpha;
    });
  };
  let [rejected, kept] = isRejected(bar) ? [bar, 1] : [0, bar];
  while (kept - rejected > 1e-6) {
    const middle = (rejected + kept) / 2;
    if (isRejected(middle)) rejected = middle;
    else kept = middle;
  }
  return rejected;
}
