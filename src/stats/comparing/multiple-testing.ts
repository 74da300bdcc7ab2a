import { requireCount, requireLevel, requireProbability } from '../domain.js';
import { isSignificant } from '../significant.js';

export interface Holm {
  /** Adjusted p-values, in the order of the input. */
  readonly adjusted: readonly number[];
  /** The claims that are significant together, in the order of the input. */
  readonly reject: readonly boolean[];
}

/**
 * Computes Holm's correction of m p-values: the chance of one or more false claims is at most `alpha`, whatever their dependence.
 *
 * With p sorted in ascending order, adjusted p(i) = max over j <= i of min(1, (m - j + 1)·p(j)). A claim is significant if its adjusted
 * p-value is strictly below `alpha`. No p-values give empty lists.
 *
 * Throws a RangeError for a p outside [0, 1] or an alpha outside (0, 1). Holm 1979, Scandinavian Journal of Statistics 6:65-70.
 */
export function holm(p: readonly number[], alpha: number): Holm {
  requireLevel('alpha', alpha);
  p.forEach((value, index) => {
    requireProbability(`p[${index}]`, value);
  });
  const adjusted = adjust(p);
  return { adjusted, reject: adjusted.map((value) => isSignificant(value, alpha)) };
}

function adjust(p: readonly number[]): readonly number[] {
  const upwards = p.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const adjusted = p.slice();
  let largest = 0;
  upwards.forEach(({ value, index }, rank) => {
    largest = Math.max(largest, Math.min(1, (p.length - rank) * value));
    adjusted[index] = largest;
  });
  return adjusted;
}

/**
 * Returns the chance that at least one of `attempts` independent tries passes by luck if each does with probability `alpha`: 1 - (1 -
 * alpha)^attempts.
 *
 * This is the true level of a claim that was repeated until it passed: three tries at 0.05 have a level of 0.142625. Returns 0 for no
 * attempts. Small levels lose no digits.
 *
 * Throws a RangeError for an alpha outside [0, 1] or if attempts is not a whole number of at least 0. Šidák 1967, JASA 62:626-633.
 */
export function levelOfAttempts(alpha: number, attempts: number): number {
  requireProbability('alpha', alpha);
  requireCount('attempts', attempts);
  return attempts === 0 ? 0 : -Math.expm1(attempts * Math.log1p(-alpha));
}
