import { requirePositive, requireProbability } from '../domain.js';
import { deviance, stirlingError } from './saddle-point.js';

function requireBeta(x: number, a: number, b: number): void {
  requireProbability('x', x);
  requirePositive('a', a);
  requirePositive('b', b);
}

/**
 * Returns I_x(a, b) = P(Beta(a, b) <= x) for x in [0, 1] and a, b > 0; relative accuracy 1e-12, also deep in the tail. It is the product of
 * Loader's saddle point and Lentz's continued fraction. Throws a RangeError outside the domain.
 */
export function regularizedBeta(x: number, a: number, b: number): number {
  requireBeta(x, a, b);
  if (x === 0 || x === 1) return x;
  return Math.exp(logBetaTails({ x, y: 1 - x }, a, b).lower);
}

/**
 * Returns 1 - I_x(a, b) = P(Beta(a, b) > x); relative accuracy 1e-12, also where the result is small. Throws a RangeError outside the
 * domain.
 */
export function regularizedBetaComplement(x: number, a: number, b: number): number {
  requireBeta(x, a, b);
  if (x === 0 || x === 1) return 1 - x;
  return Math.exp(logBetaTails({ x, y: 1 - x }, a, b).upper);
}

/** A point x of (0, 1) with its complement y = 1 - x, so that neither is computed by subtraction. */
export interface UnitPoint {
  readonly x: number;
  readonly y: number;
}

/** Natural logarithms of I_x(a, b) and 1 - I_x(a, b), and of the weight x^a y^b / B(a, b). */
export interface LogBetaTails {
  readonly lower: number;
  readonly upper: number;
  readonly weight: number;
}

const mostSteps = 1_000_000;

/**
 * Returns ln(x^a y^b / B(a, b)) by the saddle point of Loader (2000). It adds deviances and Stirling errors, so no large numbers cancel.
 */
function logWeight({ x, y }: UnitPoint, a: number, b: number): number {
  const n = a + b;
  const stirling = stirlingError(n) - stirlingError(a) - stirlingError(b);
  return stirling - deviance(a, n * x) - deviance(b, n * y) + 0.5 * Math.log((a / n) * (b / (2 * Math.PI)));
}

/**
 * Returns the continued fraction f with I_x(a, b) = x^a y^b / (B(a, b) f), for x up to about its mean, by Lentz's method (Thompson &
 * Barnett 1986). Didonato & Morris (1992, equation 9): in this range hardly a term is negative, so there is no cancellation; it takes about
 * sqrt(a + b) steps. Throws a RangeError if a million steps are too few.
 */
function betaFraction({ x, y }: UnitPoint, a: number, b: number): number {
  const lambda = a * y - b * x;
  let value = (a / (a + 1)) * (lambda + 1);
  let c = value;
  let d = 0;
  for (let n = 1; n <= mostSteps; n++) {
    const even = (n * (b - n) * x) / (a + 2 * n - 1);
    const alpha = even * x * (((a + n - 1) / (a + 2 * n - 1)) * (a + b + n - 1));
    const beta = n + even + ((a + n) / (a + 2 * n + 1)) * (lambda + 1 + n * (1 + y));
    d = 1 / (beta + alpha * d);
    c = beta + alpha / c;
    value *= c * d;
    if (Math.abs(c * d - 1) <= 2 * Number.EPSILON) return value;
  }
  throw new RangeError(`The incomplete beta function is out of reach at a = ${a}, b = ${b}.`);
}

function logComplement(logOfPart: number): number {
  return logOfPart > -Math.LN2 ? Math.log(-Math.expm1(logOfPart)) : Math.log1p(-Math.exp(logOfPart));
}

/**
 * Returns both tails of the beta distribution with a, b > 0 at a point of (0, 1), as logarithms, so that neither underflows. It computes
 * the tail on the far side of the mean and takes the complement for the other. Relative accuracy of both 1e-12 or better for a, b in [0.5,
 * 1e6].
 */
export function logBetaTails(point: UnitPoint, a: number, b: number): LogBetaTails {
  const weight = logWeight(point, a, b);
  if (point.x * (a + b + 2) < a + 1) {
    const lower = Math.min(0, weight - Math.log(betaFraction(point, a, b)));
    return { lower, upper: logComplement(lower), weight };
  }
  const upper = Math.min(0, weight - Math.log(betaFraction({ x: point.y, y: point.x }, b, a)));
  return { lower: logComplement(upper), upper, weight };
}
