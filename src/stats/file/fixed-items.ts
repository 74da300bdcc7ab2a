import { binomialTest } from '../binomial/binomial.js';
import { requirePart, requireProbability } from '../domain.js';

/** `k` right ones among the `n` answers to all items of a file, the same number of answers for each. */
export interface PooledDraws {
  readonly n: number;
  readonly k: number;
}

/**
 * Tests "at least p0 of the answers to these items are right" from several answers to every item of a file: the binomial test of all answers.
 *
 * The rates of the items are fixed, and a sum of independent trials of unlike rates has thinner tails than the binomial of their mean
 * (Hoeffding 1956) from n·p0 + 1 on; below, pass_p is 1. It holds for these items only: answers to a sample of items must not be pooled.
 * Throws a RangeError unless k <= n are counts and p0 lies in [0, 1].
 */
export function fixedItemsTest({ n, k }: PooledDraws, p0: number): { pass_p: number; fail_p: number } {
  requirePart('k', k, 'n', n);
  requireProbability('p0', p0);
  const isInTail = k >= n * p0 + 1 - 1e-9;
  return { pass_p: isInTail ? binomialTest(k, n, p0, 'greater') : 1, fail_p: binomialTest(k, n, p0, 'less') };
}
