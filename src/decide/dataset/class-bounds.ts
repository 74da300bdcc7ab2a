import { type Case, needsAnytimeTests } from '#model/case.js';
import { clopperPearsonLower, clopperPearsonUpper } from '#stats/binomial.js';
import { bernoulliMixtureLogE } from '#stats/e-process.js';
import type { Bounds } from '../claim/claim.js';

/** The counts of a measure of one class, and the level of its bounds. */
interface Counted {
  readonly hits: number;
  readonly n: number;
  readonly alpha: number;
  /** The number of all trials so far. */
  readonly trials: number;
}

/** Returns one-sided bounds of a share; null for a side without a valid one. */
export type ClassBounds = (counted: Counted) => Bounds;

/**
 * Returns the bounds that are valid for a case: exact binomial ones after the whole sample, those of the mixture e-process if the case may
 * stop early. In a claim about a file, shares are counted once every item was asked, and have no bound before.
 */
export function classBounds(testCase: Case): ClassBounds {
  const { dataset } = testCase;
  if (dataset?.claim === 'file') {
    return ({ hits, n, trials }) => {
      const isCounted = trials === dataset.kept && n > 0;
      return isCounted ? { lower: hits / n, upper: hits / n } : { lower: null, upper: null };
    };
  }
  if (needsAnytimeTests(testCase)) return ({ hits, n, alpha }) => mixtureBounds(hits, n, alpha);
  return ({ hits, n, alpha }) => ({
    lower: clopperPearsonLower(hits, n, alpha),
    upper: clopperPearsonUpper(hits, n, alpha),
  });
}

/** Returns the bounds by inverting the mixture e-value at the end, which is valid at any stop. */
export function mixtureBounds(hits: number, n: number, alpha: number): Bounds {
  if (n === 0) return { lower: 0, upper: 1 };
  const bar = Math.log(1 / alpha);
  return {
    lower: bisect(hits / n, 0, (p) => bernoulliMixtureLogE(hits, n, p, 'greater') >= bar),
    upper: bisect(hits / n, 1, (p) => bernoulliMixtureLogE(hits, n, p, 'less') >= bar),
  };
}

/** Returns the rejected rate nearest to `kept`, between `kept` and `end`; `end` if no rate is rejected. */
function bisect(kept: number, end: number, isRejected: (p: number) => boolean): number {
  let [inside, outside] = [kept, end];
  for (let step = 0; step < 50; step++) {
    const middle = (inside + outside) / 2;
    if (middle > 0 && middle < 1 && isRejected(middle)) outside = middle;
    else inside = middle;
  }
  return outside;
}
