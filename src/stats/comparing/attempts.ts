import { requireCount, requireProbability } from '../domain.js';

/**
 * The chance that at least one of `attempts` independent tries passes by luck if each does with chance `alpha`: 1 - (1 - alpha)^attempts.
 *
 * What a claim is worth that was tried again until it passed: three tries at 0.05 are worth 0.142625. No attempt is worth 0.
 * Small levels lose no digits. Throws RangeError for an alpha outside [0, 1] or attempts that are no whole number of at least 0.
 *
 * Šidák 1967, JASA 62:626-633.
 */
export function levelOfAttempts(alpha: number, attempts: number): number {
  requireProbability('alpha', alpha);
  requireCount('attempts', attempts);
  return attempts === 0 ? 0 : -Math.expm1(attempts * Math.log1p(-alpha));
}
