import { binomialUpperTail, criticalCount } from '../binomial/binomial.js';
import { requireCount, requireLevel } from '../domain.js';
import { isSignificant } from '../significant.js';
import { type Boundaries, operating, reachable } from './boundaries.js';
import { optimalStopping, type StoppingProblem } from './optimal-stopping.js';
import { polished } from './polish.js';
import type { SeqPlan } from './seq-plan.js';
import { requireRates } from './wald-lines.js';

/** The rates to tell apart with at most `n_max` trials, and the required level and power. */
export interface BestTestTarget extends StoppingProblem {
  readonly alpha: number;
  readonly power: number;
}

/**
 * Finds the test of at most `n_max` trials that takes the fewest on average, half at p0 and half at p1, among tests with a
 * probability of a pass below `alpha` at p0 and of at least `power` at p1. Returns null if it finds none.
 *
 * Giving up is binding: the level assumes that the test stops there. The level holds at every rate up to p0, since replacing a
 * failure with a success never loses a pass. The search tries tests that are optimal for given prices of the two errors (Lagrange
 * multipliers) and improves the best of them look by look. Kiefer and Weiss 1957; Lorden 1980.
 *
 * Throws a RangeError outside the domain.
 */
export function bestTest(target: BestTestTarget): SeqPlan | null {
  const { p0, p1, alpha, power, n_max } = target;
  requireRates(p0, p1);
  requireLevel('alpha', alpha);
  requireLevel('power', power);
  requireCount('n_max', n_max);
  if (mostPower(target) < power) return null;
  const start = leastMean(priced(target));
  if (start === null) return null;
  const boundaries = polished(start, target, (level, atP1) => isWithin(target, level, atP1));
  return planOf(reachable(boundaries), target);
}

/** Returns true if a test keeps the level and has the power, both by more than rounding. */
function isWithin({ alpha, power }: BestTestTarget, level: number, atP1: number): boolean {
  return isSignificant(level, alpha) && atP1 >= power * (1 + 1e-12);
}

function planOf(boundaries: Boundaries, { p0, p1 }: StoppingProblem): SeqPlan {
  const [atP0, atP1] = [operating(boundaries, p0), operating(boundaries, p1)];
  return { ...boundaries, level: atP0.pass, power: atP1.pass, asn_p0: atP0.mean_n, asn_p1: atP1.mean_n };
}

/** Returns the greatest power of any test at this level: that of the randomised test (Neyman and Pearson). */
function mostPower({ p0, p1, alpha, n_max }: BestTestTarget): number {
  const critical = criticalCount(n_max, p0, alpha) ?? n_max + 1;
  const atLeast = (k: number, p: number) => (k > n_max ? 0 : binomialUpperTail(k, n_max, p));
  const [sure, oneMore] = [critical, critical - 1].map((k) => ({ level: atLeast(k, p0), power: atLeast(k, p1) }));
  if (!sure || !oneMore) return 0;
  const share = (alpha - sure.level) / (oneMore.level - sure.level);
  return sure.power + share * (oneMore.power - sure.power);
}

/** Bisection steps of the search for each price, on the logarithm of the price in trials. */
const halvings = 26;
const [cheapest, dearest] = [-8, 32];

/**
 * Searches the lowest price of a missed pass that gives the power and, for each, the lowest price of a false pass that keeps the
 * level. Returns every test found on the way that meets both.
 */
function priced(target: BestTestTarget): SeqPlan[] {
  const found: SeqPlan[] = [];
  leastPrice((missedPass) => {
    let power = 0;
    leastPrice((falsePass) => {
      const plan = planOf(optimalStopping(target, { falsePass, missedPass }), target);
      if (!isSignificant(plan.level, target.alpha)) return false;
      power = plan.power;
      if (isWithin(target, plan.level, power)) found.push(plan);
      return true;
    });
    return power >= target.power;
  });
  return found;
}

function leastPrice(isEnough: (price: number) => boolean): void {
  let [low, high] = [cheapest, dearest];
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (low + high) / 2;
    if (isEnough(Math.exp(middle))) high = middle;
    else low = middle;
  }
}

function leastMean(plans: readonly SeqPlan[]): SeqPlan | null {
  const mean = ({ asn_p0, asn_p1 }: SeqPlan) => asn_p0 + asn_p1;
  return plans.reduce<SeqPlan | null>((best, plan) => (best === null || mean(plan) < mean(best) ? plan : best), null);
}
