import { requirePositive, requireProbability } from '../domain.js';
import { logBetaTails } from './beta-tails.js';

function requireBeta(x: number, a: number, b: number): void {
  requireProbability('x', x);
  requirePositive('a', a);
  requirePositive('b', b);
}

/**
 * I_x(a, b) = P(Beta(a, b) <= x) for x in [0, 1] and a, b > 0; relative accuracy 1e-12, also deep in the tail.
 * Loader's saddle point times Lentz's continued fraction. Throws a RangeError outside the domain.
 */
export function regularizedBeta(x: number, a: number, b: number): number {
  requireBeta(x, a, b);
  if (x === 0 || x === 1) return x;
  return Math.exp(logBetaTails({ x, y: 1 - x }, a, b).lower);
}

/**
 * 1 - I_x(a, b) = P(Beta(a, b) > x), as accurate where it is small as I_x is where that is small.
 * Throws a RangeError outside the domain.
 */
export function regularizedBetaComplement(x: number, a: number, b: number): number {
  requireBeta(x, a, b);
  if (x === 0 || x === 1) return 1 - x;
  return Math.exp(logBetaTails({ x, y: 1 - x }, a, b).upper);
}
