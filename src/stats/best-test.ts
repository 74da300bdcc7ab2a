import { powerAtMost } from './binomial.js';
import { type Boundaries, looks, operating, reachable, requireRates, SuccessCount } from './boundaries.js';
import { isSignificant, requireCount, requireLevel } from './numbers.js';
import type { SeqPlan } from './sequential-plan.js';

/** The rates to tell apart with at most `n_max` trials, and the required level and power. */
interface BestTestTarget extends StoppingProblem {
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
  if (powerAtMost({ n: n_max, p0, p1, alpha }) < power) return null;
  const mean = ({ asn_p0, asn_p1 }: SeqPlan) => asn_p0 + asn_p1;
  const [first, ...more] = priced(target);
  if (!first) return null;
  const start = more.reduce((best, plan) => (mean(plan) < mean(best) ? plan : best), first);
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

/** Bisection steps of the search for each price, on the logarithm of the price in trials. */
const halvings = 26;

const [cheapest, dearest] = [-8, 32];

/**
 * Searches the lowest price of a missed pass that gives the power and, for each, the lowest price of a false pass that keeps the
 * level. Returns every test found on the way that meets both.
 */
function priced(target: BestTestTarget): SeqPlan[] {
  const plans: SeqPlan[] = [];
  leastPrice((missedPass) => {
    let power = 0;
    leastPrice((falsePass) => {
      const plan = planOf(optimalStopping(target, { falsePass, missedPass }), target);
      if (!isSignificant(plan.level, target.alpha)) return false;
      power = plan.power;
      if (isWithin(target, plan.level, power)) plans.push(plan);
      return true;
    });
    return power >= target.power;
  });
  return plans;
}

function leastPrice(isEnough: (price: number) => boolean): void {
  let [low, high] = [cheapest, dearest];
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (low + high) / 2;
    if (isEnough(Math.exp(middle))) high = middle;
    else low = middle;
  }
}

/** The two rates that a test tells apart, and its greatest number of trials. */
interface StoppingProblem {
  readonly p0: number;
  readonly p1: number;
  readonly n_max: number;
}

/** Prices of the two errors, in trials: a pass at p0 and a missing pass at p1. Both are above 0. */
interface ErrorPrices {
  readonly falsePass: number;
  readonly missedPass: number;
}

/**
 * Finds the boundaries with the lowest expected cost, by backward induction over (trials, successes). A trial costs one half at
 * either rate, and errors cost the given prices.
 *
 * All costs are in units of a path's likelihood at p1, so costs at p0 are weighted with the likelihood ratio r: a pass costs
 * `falsePass * r - missedPass`, giving up 0, another trial 1/2 + r/2 plus the expected cost afterwards. Going on can only pay
 * next to a point of the following look where it pays too, so each trial takes as many steps as that band is wide. Boundaries may
 * lie outside 0 … t, where no run reaches them.
 */
function optimalStopping({ p0, p1, n_max }: StoppingProblem, prices: ErrorPrices): Boundaries {
  const [ofSuccess, ofFailure] = [p0 / p1, (1 - p0) / (1 - p1)];
  const [logSuccess, logFailure] = [Math.log(ofSuccess), Math.log(ofFailure)];
  const { falsePass, missedPass } = prices;
  const logBreakEven = Math.log(missedPass / falsePass);
  /** Returns the least number of successes at which a pass costs less than giving up. */
  const breakEven = (t: number) => Math.floor((t * logFailure - logBreakEven) / (logFailure - logSuccess)) + 1;

  const passAt = looks(n_max, breakEven);
  const stopLow = passAt.map((passes) => passes - 1);
  let [next, here] = [new Float64Array(n_max + 1), new Float64Array(n_max + 1)];
  for (let t = n_max - 1; t >= 1; t--) {
    const [passesNext, stopsNext] = [passAt[t] ?? 0, stopLow[t] ?? 0];
    const after = (s: number, ratio: number) =>
      s >= passesNext ? falsePass * ratio - missedPass : s <= stopsNext ? 0 : (next[s] ?? 0);
    const from = Math.max(0, stopsNext);
    const to = Math.min(t, passesNext - 1);
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let ratio = Math.exp(from * logSuccess + (t - from) * logFailure);
    for (let s = from; s <= to; s++) {
      const onward = after(s + 1, ratio * ofSuccess) * p1 + after(s, ratio * ofFailure) * (1 - p1);
      const goOn = (1 + ratio) / 2 + onward;
      if (goOn < Math.min(0, falsePass * ratio - missedPass)) {
        first = Math.min(first, s);
        last = s;
        here[s] = goOn;
      }
      ratio *= ofSuccess / ofFailure;
    }
    if (last >= first) {
      stopLow[t - 1] = first - 1;
      passAt[t - 1] = last + 1;
    }
    [next, here] = [here, next];
  }
  return { pass_at: passAt, stop_low: stopLow };
}

/** Returns true if a test may have this level and this power. */
type Allows = (level: number, power: number) => boolean;

/** The least number of successes that passes at a look, and the greatest that gives up. */
interface Look {
  readonly pass: number;
  readonly stop: number;
}

/**
 * The expected rest of a test from one point on: the probability of a pass and the mean number of further trials, at p0 (`level`,
 * `n0`) and at p1 (`power`, `n1`).
 */
interface Ahead {
  readonly level: number;
  readonly power: number;
  readonly n0: number;
  readonly n1: number;
}

const afterPass: Ahead = { level: 1, power: 1, n0: 0, n1: 0 };

const afterStop: Ahead = { level: 0, power: 0, n0: 0, n1: 0 };

/** The fewest trials that a move must save, so that rounding errors never decide. */
const leastSaving = 1e-9;

/**
 * Lowers the mean number of trials of a test, half at p0 and half at p1, by moving the boundaries of single looks by one success.
 * Each sweep takes the best allowed move at each look; sweeps repeat until none saves trials. A sweep updates the distribution of
 * the successes forwards and has the results of later looks at hand, so a move costs a few additions.
 */
function polished(boundaries: Boundaries, problem: StoppingProblem, allows: Allows): Boundaries {
  const plan = looks(problem.n_max, (t): Look => {
    const pass = boundaries.pass_at[t - 1] ?? t + 1;
    return { pass, stop: t < problem.n_max ? (boundaries.stop_low[t - 1] ?? -1) : pass - 1 };
  });
  while (sweep(plan, problem, allows));
  return { pass_at: plan.map(({ pass }) => pass), stop_low: plan.map(({ stop }) => stop) };
}

/** Moves the boundaries of each look at most once, in place. Returns false if nothing moved. */
function sweep(plan: Look[], problem: StoppingProblem, allows: Allows): boolean {
  const { p0, p1, n_max } = problem;
  const ahead = new Following(plan, problem);
  const [atP0, atP1] = [new SuccessCount(n_max, p0), new SuccessCount(n_max, p1)];
  let total = ahead.goingOn(0, 0);
  let hasMoved = false;
  plan.forEach((look, index) => {
    const t = index + 1;
    atP0.step();
    atP1.step();
    let best = { look, total };
    for (const moved of movesOf(look, t === n_max)) {
      const after = countsBetween(look, moved).reduce(
        (sum, s) =>
          changed(sum, {
            was: ahead.from(t, s, look),
            is: ahead.from(t, s, moved),
            atP0: atP0.at(s),
            atP1: atP1.at(s),
          }),
        total,
      );
      const isBetter = trials(after) < trials(best.total) - leastSaving;
      if (isBetter && allows(after.level, after.power)) best = { look: moved, total: after };
    }
    hasMoved ||= best.look !== look;
    plan[index] = best.look;
    total = best.total;
    for (const running of [atP0, atP1]) {
      running.takeFrom(best.look.pass);
      running.takeUpTo(best.look.stop);
    }
  });
  return hasMoved;
}

/**
 * Computes the expected rest of a test from every point of a plan, backwards from the last look. After a look changes, results
 * for earlier looks are out of date.
 */
class Following {
  readonly #plan: readonly Look[];
  readonly #problem: StoppingProblem;
  /** Indexed by the number of trials so far, then by the successes above that look's `stop`. */
  readonly #kept: Ahead[][] = [];

  constructor(plan: readonly Look[], problem: StoppingProblem) {
    this.#plan = plan;
    this.#problem = problem;
    for (let t = plan.length - 1; t >= 1; t--) {
      const { pass, stop } = this.#look(t);
      const running = Array.from({ length: Math.max(0, pass - stop - 1) }, (_, index) => stop + 1 + index);
      this.#kept[t] = running.map((s) => this.goingOn(t, s));
    }
  }

  /** Returns the expected rest from s successes after trial t on, if that look has the given boundaries. */
  from(t: number, s: number, { pass, stop }: Look): Ahead {
    if (s >= pass) return afterPass;
    return s <= stop ? afterStop : this.goingOn(t, s);
  }

  /** Returns the expected rest from s successes after trial t on, if the test makes another trial. */
  goingOn(t: number, s: number): Ahead {
    const { p0, p1 } = this.#problem;
    const [success, failure] = [this.#next(t + 1, s + 1), this.#next(t + 1, s)];
    return {
      level: p0 * success.level + (1 - p0) * failure.level,
      power: p1 * success.power + (1 - p1) * failure.power,
      n0: 1 + p0 * success.n0 + (1 - p0) * failure.n0,
      n1: 1 + p1 * success.n1 + (1 - p1) * failure.n1,
    };
  }

  #next(t: number, s: number): Ahead {
    const { pass, stop } = this.#look(t);
    if (s >= pass) return afterPass;
    return s <= stop ? afterStop : (this.#kept[t]?.[s - stop - 1] ?? afterStop);
  }

  #look(t: number): Look {
    return this.#plan[t - 1] ?? { pass: 0, stop: -1 };
  }
}

/** Returns the look with each boundary one success lower, unchanged, or one higher. The last look must decide every count. */
function movesOf({ pass, stop }: Look, isLast: boolean): Look[] {
  const moves = [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((also) => ({ pass: pass + up, stop: stop + also })));
  return moves.filter((moved) => (isLast ? moved.pass === moved.stop + 1 : moved.pass > moved.stop));
}

/** Returns the numbers of successes that two looks, one move apart, can treat differently. */
function countsBetween(a: Look, b: Look): number[] {
  const ends = [
    Math.min(a.stop, b.stop) + 1,
    Math.max(a.stop, b.stop),
    Math.min(a.pass, b.pass),
    Math.max(a.pass, b.pass) - 1,
  ];
  return [...new Set(ends)];
}

/** A point of a look that a move treats differently: its expected rest before and after the move, and its probabilities at p0 and p1. */
interface Change {
  readonly was: Ahead;
  readonly is: Ahead;
  readonly atP0: number;
  readonly atP1: number;
}

/** Returns the totals after a change of one point. */
function changed(total: Ahead, { was, is, atP0, atP1 }: Change): Ahead {
  return {
    level: total.level + atP0 * (is.level - was.level),
    power: total.power + atP1 * (is.power - was.power),
    n0: total.n0 + atP0 * (is.n0 - was.n0),
    n1: total.n1 + atP1 * (is.n1 - was.n1),
  };
}

function trials({ n0, n1 }: Ahead): number {
  return (n0 + n1) / 2;
}
