import {
  binomialLowerTail,
  binomialPower,
  binomialUpperTail,
  clopperPearsonLower,
  clopperPearsonUpper,
  criticalCount,
  sampleSize,
  smallestN,
} from '#stats/binomial.js';
import { boundariesFrom, fixedBoundaries } from '#stats/boundaries.js';
import { fixedItemsTest } from '#stats/hypergeometric.js';
import { isSignificant } from '#stats/numbers.js';
import {
  type Conclusion,
  type Design,
  outcomeAt,
  plannedPower,
  type RunningTest,
  statusOfCounts,
  type Test,
  withinCaseLimit,
} from './statistical-test.js';

/** The exact binomial test of values that are 0 or 1, with Clopper-Pearson bounds. It stops as soon as its result is certain. */
export const exactBinomialTest: Test = {
  name: 'exact binomial',
  givesUp: false,
  start: follow,
  // The worst data are failures only: up to the failure that settles the case, or in the whole sample.
  canFail: ({ mu0, n, alpha }, stopsEarly) => {
    const critical = criticalCount(n, mu0, alpha);
    const failures = stopsEarly && critical !== null ? n - critical + 1 : n;
    return isSignificant(binomialLowerTail(0, failures, mu0), alpha);
  },
  smallestN: ({ mu0, alpha }) => withinCaseLimit(smallestN(mu0, alpha, 0)),
  boundaries: ({ n, mu0, alpha }) => fixedBoundaries(n, mu0, alpha),
  forecast: ({ mu0, n, alpha, expected }) => {
    const { k_crit, power } = binomialPower({ n, p0: mu0, p1: expected, alpha });
    return {
      max_failures: k_crit === null ? null : n - k_crit,
      power,
      needed_n: withinCaseLimit(sampleSize({ p0: mu0, p1: expected, alpha, power: plannedPower }).n_first),
    };
  },
};

/** Counts of the trials so far: `low` successes if trials without a value count as 0, `high` if they count as 1. */
interface Counts {
  readonly used: number;
  readonly low: number;
  readonly high: number;
}

function follow(design: Design): RunningTest {
  const critical = criticalCount(design.n, design.mu0, design.alpha);
  let counts: Counts = { used: 0, low: 0, high: 0 };
  let passedWith: Counts | null = null;
  const status = () => statusOfCounts(counts, design.n, critical);
  return {
    push: ({ low, high }) => {
      counts = { used: counts.used + 1, low: counts.low + low, high: counts.high + high };
      if (design.stopsEarly && status() === 'passes') passedWith ??= counts;
    },
    status,
    conclude: () => {
      if (passedWith) return byLastSuccess(passedWith, counts, design);
      if (counts.used >= design.n || status() === 'passes') return byWholeSample(counts, design);
      return status() === 'cannot_pass' ? byLastFailure(counts, design) : undecided(counts, design);
    },
  };
}

/**
 * Concludes from the whole sample. Each test counts trials that never ran as the worst possible, so the result is valid for any completion.
 */
function byWholeSample(counts: Counts, design: Design): Conclusion {
  const { mu0, n, alpha } = design;
  const p_value = binomialUpperTail(counts.low, n, mu0);
  const fail_p = binomialLowerTail(mostSuccesses(counts, n), n, mu0);
  return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval: bounds(counts, design) };
}

/**
 * Concludes a case that may stop at the success that settles it, the k-th at trial t: P(T_k <= t) = P(Bin(t, mu0) >= k). This and the lower
 * bound are exact for this stopping rule, also if other claims kept the case going. A trial without a value counts as a failure in both.
 */
function byLastSuccess({ used, low }: Counts, all: Counts, design: Design): Conclusion {
  const whole = byWholeSample(all, design);
  const interval = { lower: clopperPearsonLower(low, used, design.alpha), upper: bounds(all, design).upper };
  return { ...whole, p_value: binomialUpperTail(low, used, design.mu0), interval };
}

/**
 * Concludes a case that ended with the failure that settles it, the m-th at trial t: P(T_m <= t) = P(Bin(t, 1 - mu0) >= m). This and the
 * upper bound are exact for this stopping rule (negative binomial sampling). If one of the m trials has no value, the result is undecided.
 */
function byLastFailure(counts: Counts, design: Design): Conclusion {
  const { used, low, high } = counts;
  if (low !== high) return undecided(counts, design);
  const { mu0, alpha } = design;
  const fail_p = binomialLowerTail(low, used, mu0);
  const outcome = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
  return { outcome, p_value: null, fail_p, interval: { lower: null, upper: clopperPearsonUpper(low, used, alpha) } };
}

function undecided(counts: Counts, design: Design): Conclusion {
  return { outcome: 'inconclusive', p_value: null, fail_p: null, interval: bounds(counts, design) };
}

/** Returns bounds that are valid whatever the trials that never ran would have given. */
function bounds(counts: Counts, { n, alpha }: Design): { readonly lower: number; readonly upper: number } {
  return {
    lower: clopperPearsonLower(counts.low, n, alpha),
    upper: clopperPearsonUpper(mostSuccesses(counts, n), n, alpha),
  };
}

function mostSuccesses({ used, high }: Counts, n: number): number {
  return high + n - used;
}

/**
 * The exact binomial test of all answers to a fixed list of items, each asked equally often. The rates of the items are fixed, and a sum of
 * independent unlike trials has thinner tails than the binomial of their mean, from a distance of 1 to n·mu0 on; nearer, p is 1 (Hoeffding
 * 1956, Annals of Mathematical Statistics 27:713-721).
 *
 * That holds for the sum of all n answers, and for no part of it: the answers to one bad item come together, so the number of answers until
 * the last failure says nothing. Wherever the case ends, answers that were not asked count as the worst possible for either claim.
 */
export const pooledTest: Test = {
  name: 'exact binomial of all answers',
  givesUp: false,
  start: followPooled,
  // After an early stop it depends on the number of answers to an item, which the design does not have.
  canFail: (design, stopsEarly) => (stopsEarly ? null : isSignificant(failP(0, design), design.alpha)),
  boundaries: (design) => boundariesFrom(neededOf(design), design.n),
  smallestN: (design) => {
    const smallest = exactBinomialTest.smallestN(design);
    return smallest === null ? null : Math.max(smallest, Math.ceil(1 / (1 - design.mu0) - 1e-9));
  },
  forecast: (design) => {
    const needed = neededOf(design);
    return {
      max_failures: needed === null ? null : design.n - needed,
      power: needed === null ? 0 : binomialUpperTail(needed, design.n, design.expected),
      needed_n: exactBinomialTest.forecast(design).needed_n,
    };
  },
};

/** Returns the least number of right answers among n that passes; null if none does. */
function neededOf({ n, mu0, alpha }: Design): number | null {
  const critical = criticalCount(n, mu0, alpha);
  const needed = critical === null ? n + 1 : Math.max(critical, Math.ceil(n * mu0 + 1 - 1e-9));
  return needed <= n ? needed : null;
}

function failP(right: number, { n, mu0, alpha }: Design): number {
  const { fail_p } = fixedItemsTest({ n, k: right }, mu0);
  return isSignificant(fail_p, alpha) && right > n * mu0 - 1 + 1e-9 ? 1 : fail_p;
}

function followPooled(design: Design): RunningTest {
  const { n, mu0, alpha } = design;
  const needed = neededOf(design);
  let [used, low, high] = [0, 0, 0];
  const status = () => statusOfCounts({ used, low }, n, needed);
  /** Returns the bounds by inversion of the tests, so that no bound is nearer than 1 answer. */
  const bounds = (most: number): Conclusion['interval'] => ({
    lower: Math.min(clopperPearsonLower(low, n, alpha), Math.max(0, low - 1) / n),
    upper: Math.max(clopperPearsonUpper(most, n, alpha), Math.min(n, most + 1) / n),
  });
  return {
    push: (range) => {
      used += 1;
      low += range.low;
      high += range.high;
    },
    status,
    conclude: () => {
      const most = high + n - used;
      const interval = bounds(most);
      if (used < n && status() === 'open') return { outcome: 'inconclusive', p_value: null, fail_p: null, interval };
      const [p_value, fail_p] = [fixedItemsTest({ n, k: low }, mu0).pass_p, failP(most, design)];
      return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
    },
  };
}
