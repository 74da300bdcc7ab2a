import { requireProbability } from '../domain.js';

/**
 * Returns F1 = 2J / (1 + J) for a share J = TP / (TP + FP + FN) in [0, 1]. It rises with J, and given its counts J is a binomial share: the exact
 * test and the bounds of F1 are those of J, mapped. Lam 2023, arXiv 2309.14621. Throws a RangeError for a J outside [0, 1].
 */
export function f1OfShare(share: number): number {
  requireProbability('share', share);
  return (2 * share) / (1 + share);
}

/** Returns the share J = F1 / (2 - F1) for an F1 in [0, 1]; see `f1OfShare`. */
export function shareOfF1(f1: number): number {
  requireProbability('f1', f1);
  return f1 / (2 - f1);
}
