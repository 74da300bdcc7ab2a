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
} from './statistical-test.js';

/**
 * The exact test of "at least mu0 of these N items are right", from items that are drawn without replacement. Once all N were asked, the
 * right ones are counted and nothing is inferred. It stops as soon as its result is certain.
 */
export const fileTest: Test = {
  name: 'exact hypergeometric',
  givesUp: false,
  start: followItems,
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

function followItems(design: Design): RunningTest {
  const { n, mu0, alpha, stopsEarly } = design;
  const N = fileSize(design);
  const need = neededInFile(N, mu0);
  const critical = fileCriticalCount({ N, p0: mu0, alpha }, n);
  let [used, low, high] = [0, 0, 0];
  /** The counts at the item that settled a pass, if the case may stop there. */
  let passedWith: FileCounts | null = null;
  const status = () => statusOfCounts({ used, low }, n, critical);
  return {
    push: (range) => {
      used += 1;
      low += range.low;
      high += range.high;
      if (stopsEarly && status() === 'passes') passedWith ??= { n: used, k: low };
    },
    status,
    /**
     * Concludes from the whole sample; items that were not asked count as the worst possible, so the result is valid for any completion. A pass of
     * a case that may stop early is concluded at its k-th right item: T_k <= t if and only if t items hold at least k right ones, so the tail at t
     * is exact. Once all items were asked, they are counted.
     */
    conclude: () => {
      const fail = { n, k: high + n - used };
      const { upper } = shareInFileBounds(N, fail, alpha);
      if (used < n && status() === 'cannot_pass') {
        if (low !== high) return undecided({ lower: null, upper });
        return byLastFailure({ n: used, k: low }, N, { need, alpha });
      }
      const pass = (used === N ? null : passedWith) ?? { n, k: low };
      const interval = { lower: shareInFileBounds(N, pass, alpha).lower, upper };
      if (used < n && status() === 'open') return undecided(interval);
      const [p_value, fail_p] = [filePassP(N, need, pass), fileFailP(N, need, fail)];
      return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
    },
  };
}

function undecided(interval: Conclusion['interval']): Conclusion {
  return { outcome: 'inconclusive', p_value: null, fail_p: null, interval };
}

/**
 * Concludes a case that ended with the failure that settles it, the m-th at item t. T_m <= t if and only if t items hold at least m
 * failures, so the tail at t is exact for this stopping rule.
 */
function byLastFailure(
  counts: FileCounts,
  N: number,
  { need, alpha }: { readonly need: number; readonly alpha: number },
): Conclusion {
  const fail_p = fileFailP(N, need, counts);
  const outcome = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
  const { upper } = shareInFileBounds(N, counts, alpha);
  return { outcome, p_value: null, fail_p, interval: { lower: null, upper } };
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
    start: (design) => followBets(design, kind),
    smallestN: (design) => {
      const { claim } = fileProcesses(design, kind.isBinary);
      return firstFrom(1, fileSize(design), (ones) => reaches(claim, ones, design.alpha));
    },
    /** Forecasts with the e-process with replacement, which needs more items; with all items the mean is counted. */
    forecast: (design) => {
      const { mu0, n, alpha, expected } = design;
      const N = fileSize(design);
      const powerAt = (items: number) =>
        items >= N ? 1 : operating(mixtureBoundaries(items, mu0, alpha), expected).pass;
      return {
        max_failures: null,
        power: powerAt(n),
        needed_n: firstFrom(1, N, (items) => powerAt(items) >= plannedPower),
      };
    },
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

function followBets(design: Design, { isBinary, stopsOnFailure }: FileBetting): RunningTest {
  const { n, mu0, alpha } = design;
  const N = fileSize(design);
  /** The least sum of all values of the file that makes the claim true. */
  const needed = (isBinary ? neededInFile(N, mu0) : N * mu0) - sumRounding;
  const { claim, opposite } = fileProcesses(design, isBinary);
  const [lows, highs]: [number[], number[]] = [[], []];
  let [low, high] = [0, 0];
  let status: TestStatus = 'open';
  const left = () => N - lows.length;
  const passP = () => (low >= needed ? 0 : left() === 0 ? 1 : Math.exp(-claim.maxLogE()));
  const failP = () => {
    if (high + left() < needed) return 0;
    // A mean that can still reach the bar, but not exceed it, is no failure.
    return left() === 0 || opposite.decision()?.kind === 'certain' ? 1 : Math.exp(-opposite.maxLogE());
  };
  const look = (value: number): TestStatus => {
    if (isSignificant(passP(), alpha)) return 'passes';
    if (low + left() < needed) return 'cannot_pass';
    if (stopsOnFailure && isSignificant(failP(), alpha)) return 'cannot_pass';
    // All items are counted in the end. A value of 1 leaves what can still be reached as it is.
    const mayPass = n === N || value === 1 || reaches(claim, n - lows.length, alpha);
    return mayPass ? 'open' : 'cannot_pass';
  };
  return {
    push: (range) => {
      lows.push(range.low);
      highs.push(range.high);
      low += range.low;
      high += range.high;
      claim.push(range.low);
      opposite.push(1 - range.high);
      if (status === 'open') status = look(range.low);
    },
    status: () => status,
    /** Both p-values and the bounds (by inversion of the tests) are valid wherever the case ends. */
    conclude: () => {
      const [p_value, fail_p] = [passP(), failP()];
      const interval =
        left() === 0
          ? { lower: low / N, upper: high / N }
          : { lower: fileMeanLowerBound(lows, N, alpha), upper: fileMeanUpperBound(highs, N, alpha) };
      return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
    },
  };
}

/** The likelihood ratio test of a claim about a file, with a look after every item. Its level holds at every look. */
export const fileSequentialTest: Test = {
  name: 'sequential test without replacement',
  givesUp: true,
  start: followFilePlan,
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

function followFilePlan(design: Design): RunningTest {
  const N = fileSize(design);
  const need = neededInFile(N, design.mu0);
  const plan = planOf(design);
  const canPass = plan.pass_at.some((needed) => needed !== null);
  /** Evidence that the claim is false, valid at any stop. */
  const { opposite } = fileProcesses(design, true);
  let [used, low, high] = [0, 0, 0];
  let status: TestStatus = 'open';
  return {
    push: (range) => {
      used += 1;
      low += range.low;
      high += range.high;
      opposite.push(1 - range.high);
      if (used === N) status = low >= need ? 'passes' : 'cannot_pass';
      else if (status === 'open' && canPass) status = statusAtLook(plan, used, low);
    },
    status: () => status,
    /** After an early stop the p-value and bounds of a fixed sample are not valid. With all items asked, they are counted. */
    conclude: () => {
      const isCounted = used === N;
      const fail_p = high + N - used < need ? 0 : isCounted ? 1 : Math.exp(-opposite.maxLogE());
      const failed = isSignificant(fail_p, design.alpha) ? 'failed' : 'inconclusive';
      return {
        outcome: status === 'passes' ? 'passed' : failed,
        p_value: isCounted ? Number(low < need) : null,
        fail_p,
        interval: isCounted ? { lower: low / N, upper: high / N } : null,
      };
    },
  };
}
