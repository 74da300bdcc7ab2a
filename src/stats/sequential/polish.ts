import { type Boundaries, looks } from './boundaries.js';
import type { StoppingProblem } from './optimal-stopping.js';
import { SuccessCount } from './success-count.js';

/** True if a test may have this level and this power. */
export type Allows = (level: number, power: number) => boolean;

/** The least number of successes that passes at a look, and the greatest that gives up. */
interface Look {
  readonly pass: number;
  readonly stop: number;
}

/** What follows a point of a test: the chance of a pass, and the mean number of further trials, at p0 and at p1. */
interface Ahead {
  readonly level: number;
  readonly power: number;
  readonly n0: number;
  readonly n1: number;
}

const afterPass: Ahead = { level: 1, power: 1, n0: 0, n1: 0 };
const afterStop: Ahead = { level: 0, power: 0, n0: 0, n1: 0 };

/** A move must save at least so many trials, so that rounding errors never choose. */
const leastSaving = 1e-9;

/**
 * Lowers the mean number of trials of a test, half at p0 and half at p1, by moving the boundaries of single looks by one success:
 * for each look the best move that is allowed, sweep after sweep, until none saves anything. A sweep carries the
 * distribution of the successes forward and knows what follows each later look, so a move costs a few sums.
 */
export function polished(boundaries: Boundaries, problem: StoppingProblem, allows: Allows): Boundaries {
  const plan = looks(problem.n_max, (t): Look => {
    const pass = boundaries.pass_at[t - 1] ?? t + 1;
    return { pass, stop: t < problem.n_max ? (boundaries.stop_low[t - 1] ?? -1) : pass - 1 };
  });
  while (sweep(plan, problem, allows));
  return { pass_at: plan.map(({ pass }) => pass), stop_low: plan.map(({ stop }) => stop) };
}

/** Moves each look once at most, in place; false if none moved. */
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

/** Computes what follows each point of a plan, from the last look back. Once a look has changed, only points from it on may be asked for. */
class Following {
  readonly #plan: readonly Look[];
  readonly #problem: StoppingProblem;
  /** By the trials so far, then by successes beyond those that gave up there. */
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

  /** From s successes after trial t on, if that look is as given. */
  from(t: number, s: number, { pass, stop }: Look): Ahead {
    if (s >= pass) return afterPass;
    return s <= stop ? afterStop : this.goingOn(t, s);
  }

  /** From s successes after trial t on, with another trial. */
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

/** Returns each boundary one success lower, as it is, or higher; the last look leaves nothing open. */
function movesOf({ pass, stop }: Look, isLast: boolean): Look[] {
  const moves = [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((also) => ({ pass: pass + up, stop: stop + also })));
  return moves.filter((moved) => (isLast ? moved.pass === moved.stop + 1 : moved.pass > moved.stop));
}

/** Returns the numbers of successes that two looks, a move apart, can treat differently. */
function countsBetween(a: Look, b: Look): number[] {
  const ends = [
    Math.min(a.stop, b.stop) + 1,
    Math.max(a.stop, b.stop),
    Math.min(a.pass, b.pass),
    Math.max(a.pass, b.pass) - 1,
  ];
  return [...new Set(ends)];
}

/** A point of a look that is treated differently: what followed, what follows now, and its probabilities at p0 and p1. */
interface Change {
  readonly was: Ahead;
  readonly is: Ahead;
  readonly atP0: number;
  readonly atP1: number;
}

/** Returns the totals after a change. */
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
