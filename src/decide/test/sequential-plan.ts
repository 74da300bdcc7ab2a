import { bestTest } from '#stats/sequential/best-test.js';
import { type SeqPlan, seqPlan } from '#stats/sequential/seq-plan.js';
import { type Design, memoize, plannedPower } from './statistical-test.js';

/** The most trials for which the best test is searched: 1,000 trials take up to a second. */
export const mostSearched = 1000;

/**
 * The likelihood ratios at which the fallback (the truncated SPRT) gives up. The first keeps about the planned power by
 * construction; the others stop sooner, if `n` is large enough to have power to spare. 0.3 is not one of them: with the default
 * `expected` the first failure reaches exactly 0.3, and rounding would decide.
 */
export const mildFutility = 1 - plannedPower;
const strictFutilities = [0.25, 0.29];

/** Plans take up to 20 KB each. */
const cacheSize = 200;

/**
 * Returns the boundaries of the sequential test of a design: the best truncated test with the planned power at `expected`. It is
 * the truncated SPRT instead if `n` trials cannot have that power, and above 1,000 trials.
 */
export const sequentialPlan = memoize(
  cacheSize,
  ({ mu0, n, alpha, expected }: Design) => `${mu0} ${expected} ${n} ${alpha}`,
  (design): SeqPlan => searchedPlan(design) ?? truncatedSprt(design),
);

function searchedPlan({ mu0, n, alpha, expected }: Design): SeqPlan | null {
  return n <= mostSearched ? bestTest({ p0: mu0, p1: expected, alpha, power: plannedPower, n_max: n }) : null;
}

/**
 * Returns the truncated SPRT that gives up soonest among those with the planned power, or the mildest one if none has it. Its
 * level ignores the stops for futility.
 */
export function truncatedSprt({ mu0, n, alpha, expected }: Design): SeqPlan {
  const planWith = (futility: number) => seqPlan({ p0: mu0, p1: expected, alpha, futility, n_max: n });
  const strict = strictFutilities.map(planWith).filter(({ power }) => power >= plannedPower);
  return strict.at(-1) ?? planWith(mildFutility);
}
