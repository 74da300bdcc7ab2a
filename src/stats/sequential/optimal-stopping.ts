import { type Boundaries, looks } from './boundaries.js';

/** The two rates that a test tells apart, and its greatest number of trials. */
export interface StoppingProblem {
  readonly p0: number;
  readonly p1: number;
  readonly n_max: number;
}

/** Prices of the two errors, in trials: a pass at p0 and a missing pass at p1. Both are above 0. */
export interface ErrorPrices {
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
export function optimalStopping({ p0, p1, n_max }: StoppingProblem, prices: ErrorPrices): Boundaries {
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
