import { requirePart } from '../domain.js';
import { fileLowerTail, fileUpperTail } from '../file/hypergeometric.js';

/** `k` of `n`. */
export interface CountOf {
  readonly k: number;
  readonly n: number;
}

/**
 * Returns the two-sided p-value of "both shares come from one rate": twice the smaller tail of Fisher's exact test, at most 1. Given all counts
 * together, the first is hypergeometric; 1 if one of the two has no trial. Throws a RangeError unless both k are whole numbers from 0 to n.
 * Fisher 1935, Journal of the Royal Statistical Society 98:39-82.
 */
export function fisherExact(first: CountOf, second: CountOf): number {
  requirePart('the first k', first.k, 'n', first.n);
  requirePart('the second k', second.k, 'n', second.n);
  if (first.n === 0 || second.n === 0) return 1;
  const draw = { N: first.n + second.n, K: first.k + second.k, n: first.n };
  return Math.min(1, 2 * Math.min(fileUpperTail(first.k, draw), fileLowerTail(first.k, draw)));
}
