import { bestTest } from '#stats/best-test.js';
import { sampleSize, smallestN } from '#stats/binomial.js';
import { type Boundaries, mostFailures } from '#stats/boundaries.js';
import { bernoulliMixtureLogE } from '#stats/e-process.js';
import { firstWhere, isSignificant } from '#stats/numbers.js';
import { type SeqPlan, seqPlan, sequentialSize } from '#stats/sequential-plan.js';
import type { TestStatus } from '../criterion.js';
import { exactBinomialTest } from './binomial-test.js';
import {
  type Design,
  memoize,
  plannedPower,
  type RunningTest,
  type Test,
  testKey,
  withinCaseLimit,
} from './statistical-test.js';

/** The sequential test of values that are 0 or 1, truncated at n trials. Its level holds at every look. */
export const sequentialTest: Test = {
  name: 'truncated sequential test',
  givesUp: true,
  start: followPlan,
  canFail,
  boundaries: (design) => sequentialPlan(design),
  // A run of successes alone passes at its last look as soon as the level allows.
  smallestN: ({ mu0, alpha }) => withinCaseLimit(smallestN(mu0, alpha, 0)),
  forecast: (design) => {
    const plan = sequentialPlan(design);
    return {
      max_failures: mostFailures(plan),
      power: plan.power,
      mean_trials: { at_bar: plan.asn_p0, at_expected: plan.asn_p1 },
      needed_n: withinCaseLimit(neededN(design, plan)),
    };
  },
};

/**
 * Returns the fewest trials that are known to give the planned power. Up to 1,000 trials it is the sample size of the exact
 * binomial test, since the best sequential test needs no more; above, it is the greatest number of trials of the SPRT. It is `n`
 * if `n` is smaller and has the power already.
 */
function neededN({ mu0, n, alpha, expected }: Design, { power }: SeqPlan): number | null {
  const rates = { p0: mu0, p1: expected, alpha, power: plannedPower };
  const { n_first } = sampleSize(rates);
  const needed =
    n_first !== null && n_first <= mostSearched
      ? n_first
      : (sequentialSize({ ...rates, futility: 1 - plannedPower })?.n_max ?? null);
  return needed !== null && power >= plannedPower ? Math.min(n, needed) : needed;
}

/** Returns true if a run that gives up can be `failed`. Checks, at each look that gives up, the run with the fewest successes. */
function canFail(design: Design, stopsEarly: boolean): boolean {
  const { pass_at, stop_low } = sequentialPlan(design);
  const stopsAtAll = stopsEarly && pass_at.some((needed) => needed !== null);
  const { mu0, n, alpha } = design;
  if (!stopsAtAll) return isSignificant(failP(0, n, mu0), alpha);
  let fewest = 0;
  return stop_low.some((low, look) => {
    if (low === null || low < fewest) return false;
    const isFailed = isSignificant(failP(fewest, look + 1, mu0), alpha);
    fewest = low + 1;
    return isFailed;
  });
}

/** Returns the p-value of the opposite claim by its e-process, which is valid at any stop. */
function failP(successes: number, trials: number, mu0: number): number {
  return Math.min(1, Math.exp(-bernoulliMixtureLogE(successes, trials, mu0, 'less')));
}

function followPlan(design: Design): RunningTest {
  const { mu0, alpha } = design;
  const plan = sequentialPlan(design);
  // A test that cannot pass at all never stops early.
  const canPass = plan.pass_at.some((needed) => needed !== null);
  let [used, low, high] = [0, 0, 0];
  let status: TestStatus = 'open';
  return {
    push: (range) => {
      used += 1;
      low += range.low;
      high += range.high;
      if (status === 'open' && canPass) status = statusAtLook(plan, used, low);
    },
    status: () => status,
    /** After an early stop the p-value and bounds of a fixed sample are not valid. The p-value of the opposite claim is valid at any stop. */
    conclude: () => {
      const fail_p = failP(high, used, mu0);
      const isFailed = isSignificant(fail_p, alpha);
      const outcome = status === 'passes' ? 'passed' : isFailed ? 'failed' : 'inconclusive';
      return { outcome, p_value: null, fail_p, interval: null };
    },
  };
}

/** Returns the status at the look after `used` trials with `successes`. */
export function statusAtLook({ pass_at, stop_low }: Boundaries, used: number, successes: number): TestStatus {
  const needed = pass_at[used - 1] ?? null;
  if (needed !== null && successes >= needed) return 'passes';
  const futile = stop_low[used - 1] ?? null;
  return futile !== null && successes <= futile ? 'cannot_pass' : 'open';
}

/** The most trials for which the best test is searched: 1,000 trials take up to a second. */
const mostSearched = 1000;

/** The greatest power that sequential tests aim at: more takes many more trials. */
const mostPower = 0.95;

/**
 * Returns the power that a sequential test aims at: that of the fixed test with as many trials, so that it costs no good prompt its pass. Tests
 * that must all pass aim at `mostPower` together (Bonferroni).
 */
export function targetPower(test: Test, design: Design): number {
  return Math.min(1 - (1 - mostPower) / (design.together ?? 1), test.forecast(design).power);
}

/**
 * The likelihood ratios at which a truncated SPRT may give up, the mildest first. 0.3 is not one of them: with the default `expected` the
 * first failure reaches exactly 0.3, and rounding would decide.
 */
const futilities = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.29];

/** Returns the plan that gives up soonest among those with the power, or the mildest one if none has it. */
export function soonestPlan<Plan extends { readonly power: number }>(
  power: number,
  planWith: (futility: number) => Plan,
): Plan {
  const tooStrict = firstWhere(0, futilities.length - 1, (at) => planWith(futilities[at] ?? 0).power < power);
  return planWith(futilities[Math.max(0, (tooStrict ?? futilities.length) - 1)] ?? 0);
}

/** Plans take up to 20 KB each. */
const cacheSize = 200;

/**
 * Returns the boundaries of the sequential test of a design: the best truncated test with the target power at `expected`. It is the truncated
 * SPRT instead if `n` trials cannot pass, and above 1,000 trials.
 */
export const sequentialPlan = memoize(cacheSize, testKey, (design): SeqPlan => {
  const { mu0, n, alpha, expected } = design;
  const power = targetPower(exactBinomialTest, design);
  const best = n <= mostSearched && power > 0 ? bestTest({ p0: mu0, p1: expected, alpha, power, n_max: n }) : null;
  return best ?? truncatedSprt(design);
});

/** Returns the truncated SPRT with the target power. Its level ignores the stops for futility. */
export function truncatedSprt(design: Design): SeqPlan {
  const { mu0, n, alpha, expected } = design;
  return soonestPlan(targetPower(exactBinomialTest, design), (futility) =>
    seqPlan({ p0: mu0, p1: expected, alpha, futility, n_max: n }),
  );
}
