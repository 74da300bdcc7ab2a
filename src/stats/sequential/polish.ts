import { type Boundaries, looks } from './boundaries.js';
import type { StoppingProblem } from './optimal-stopping.js';
import { SuccessCount } from './success-count.js';

/** Returns true if a test may have this level and this power. */
export type Allows = (level: number, power: number) => boolean;

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
export function polished(boundaries: Boundaries, problem: StoppingProblem, allows: Allows): Boundaries {
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
