import type { TestSide } from './binomial.js';
import type { Weighted } from './gaffke.js';
import { requireLevel, requirePart, requireProbability, unknownSide } from './numbers.js';
import { logBetaTails } from './special-functions.js';

/** Evidence against a null hypothesis, updated value by value. A test may look at it and stop at any time (anytime-valid). */
export interface EProcess {
  /** Adds the next value, in [0, 1]; throws a RangeError for any other. */
  push(y: number): void;
  /** Returns the natural logarithm of the current e-value; 0 before the first value. */
  logE(): number;
  /** Returns the greatest `logE` so far, at least 0. The null hypothesis is rejected at level alpha once this reaches ln(1/alpha). */
  maxLogE(): number;
  /** Returns the value that `logE` would have after `count` more values of 1, the greatest that `count` values can give. */
  logEAfterOnes(count: number): number;
}

/** The evidence of a mixture of bets, whose factors do not depend on the values before. */
export interface MixtureProcess extends EProcess {
  /** Returns the value that `logE` would have after more values: each `weight`, in [0, 1], `count` times. */
  logEAfterCounts(values: readonly Weighted[]): number;
}

/**
 * Returns the mixture e-process against "the mean is at most mu0", mu0 in (0, 1): E = ∫ Π (1 + v (y - mu0) / mu0) dv over v in [0, 1],
 * approximated on a grid of 200 midpoints. The approximation is itself a martingale of mean 1 at mu0, so by Ville's inequality E ever
 * reaches 1/alpha with probability at most alpha. To test "at least mu0", pass 1 - y and 1 - mu0. E does not depend on the order of the
 * values. Universal portfolio: Waudby-Smith and Ramdas 2024; Orabona and Jun 2021.
 */
export function mixtureProcess(mu0: number): MixtureProcess {
  requireLevel('mu0', mu0);
  return new Mixture(mu0);
}

const bets = 200;

/** The wealth of 200 bets v, the midpoints of a grid on [0, 1], each multiplied by 1 + v·odds for every value; E is their mean. */
export class BetGrid {
  /** For each bet: the logarithm of its wealth at the last fold, that wealth relative to the richest bet, and its gain since the fold. */
  readonly #logs = new Float64Array(bets);
  readonly #shares = new Float64Array(bets).fill(1);
  readonly #gains = new Float64Array(bets).fill(1);
  #richest = 0;
  #sinceFold = 0;
  #logE = 0;

  /** Adds a value whose odds, (y - mu) / mu for its expected value mu, lie between -1 and about 1e12. */
  add(odds: number): void {
    let sum = 0;
    for (let bet = 0; bet < bets; bet++) {
      const gain = (this.#gains[bet] ?? 1) * (1 + ((bet + 0.5) / bets) * odds);
      this.#gains[bet] = gain;
      sum += gain * (this.#shares[bet] ?? 0);
    }
    this.#logE = this.#richest + Math.log(sum / bets);
    this.#sinceFold += 1;
    if (this.#sinceFold === addsPerFold) this.#fold();
  }

  /** Returns the natural logarithm of the mean wealth; 0 before the first value. */
  logE(): number {
    return this.#logE;
  }

  /** Returns what `logE` would be if the logarithm of each bet's wealth grew by `growth` of that bet. */
  logEAfter(growth: (bet: number) => number): number {
    const logs = this.#logs.map((log, bet) => log + Math.log(this.#gains[bet] ?? 1) + growth((bet + 0.5) / bets));
    const richest = logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
    return richest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - richest), 0) / bets);
  }

  #fold(): void {
    this.#gains.forEach((gain, bet) => {
      this.#logs[bet] = (this.#logs[bet] ?? 0) + Math.log(gain);
    });
    this.#richest = this.#logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
    this.#logs.forEach((log, bet) => {
      this.#shares[bet] = Math.exp(log - this.#richest);
    });
    this.#gains.fill(1);
    this.#sinceFold = 0;
  }
}

class Mixture implements MixtureProcess {
  readonly #mu0: number;
  readonly #bets = new BetGrid();
  #maxLogE = 0;

  constructor(mu0: number) {
    this.#mu0 = mu0;
  }

  push(y: number): void {
    requireProbability('a value', y);
    this.#bets.add((y - this.#mu0) / this.#mu0);
    this.#maxLogE = Math.max(this.#maxLogE, this.#bets.logE());
  }

  logE(): number {
    return this.#bets.logE();
  }

  maxLogE(): number {
    return this.#maxLogE;
  }

  logEAfterOnes(count: number): number {
    return this.logEAfterCounts([{ weight: 1, count }]);
  }

  logEAfterCounts(values: readonly Weighted[]): number {
    const groups = values.map(({ weight, count }) => {
      requireProbability('a value', weight);
      return { count, odds: (weight - this.#mu0) / this.#mu0 };
    });
    return this.#bets.logEAfter((bet) =>
      groups.reduce((growth, { count, odds }) => growth + count * Math.log1p(bet * odds), 0),
    );
  }
}

/**
 * Returns the p-value of the mixture e-process for the claim "the mean is greater than mu0", values in [0, 1] and mu0 in (0, 1): 1 / max
 * over time of E, at most 1. Proved valid (Ville) for independent values and for martingales. It depends on the order of the values. Throws
 * a RangeError outside the domain.
 */
export function bettingP(values: readonly number[], mu0: number): number {
  const process = mixtureProcess(mu0);
  for (const value of values) process.push(value);
  return Math.exp(-process.maxLogE());
}

/**
 * Returns the natural logarithm of the mixture e-value of s successes in n trials against the rate p0 in (0, 1), in closed form: the
 * likelihood ratio averaged over rates uniform on (p0, 1), or on (0, p0) for `less`. For `greater` it is B(1+s, 1+f) (1 - I_p0(1+s, 1+f)) /
 * ((1-p0) p0^s (1-p0)^f), f = n - s. Absolute accuracy about 1e-11 up to n = 100,000. Throws a RangeError outside the domain. Robbins 1970.
 */
export function bernoulliMixtureLogE(successes: number, n: number, p0: number, side: TestSide): number {
  requirePart('successes', successes, 'n', n);
  requireLevel('p0', p0);
  const tails = logBetaTails({ x: p0, y: 1 - p0 }, 1 + successes, 1 + n - successes);
  if (side === 'greater') return Math.log(p0) + tails.upper - tails.weight;
  if (side === 'less') return Math.log1p(-p0) + tails.lower - tails.weight;
  return unknownSide(side);
}

/** Number of values multiplied before the products are folded into logarithms; so few factors cannot overflow or underflow. */
const addsPerFold = 16;
