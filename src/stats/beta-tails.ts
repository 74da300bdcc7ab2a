import { deviance, stirlingError } from './log-gamma.js';

/** A point of (0, 1) given with its complement, so that neither has to be found by subtraction: x + y = 1. */
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

const tiny = 1e-300;
const mostSteps = 1_000_000;

/**
 * ln(x^a y^b / B(a, b)) by the saddle point of Loader (2000): the deviances of a and b from their means carry the size,
 * Stirling's errors the rest, so nothing large is subtracted.
 */
function logWeight({ x, y }: UnitPoint, a: number, b: number): number {
  const n = a + b;
  const stirling = stirlingError(n) - stirlingError(a) - stirlingError(b);
  return stirling - deviance(a, n * x) - deviance(b, n * y) + 0.5 * Math.log((a / n) * (b / (2 * Math.PI)));
}

function awayFromZero(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/**
 * The continued fraction of I_x(a, b), for x below about its mean, by Lentz's method (Thompson & Barnett 1986;
 * DLMF 8.17.22). It needs about sqrt(a + b) steps; a RangeError is thrown where a million are too few.
 */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= mostSteps; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= c * d;
    if (Math.abs(c * d - 1) <= 2 * Number.EPSILON) return value;
  }
  throw new RangeError(`The incomplete beta function is out of reach at a = ${a}, b = ${b}.`);
}

function logComplement(logOfPart: number): number {
  return logOfPart > -Math.LN2 ? Math.log(-Math.expm1(logOfPart)) : Math.log1p(-Math.exp(logOfPart));
}

/**
 * Both tails of the beta distribution with a, b > 0 at a point of (0, 1), as logarithms, so that neither underflows.
 * The tail on the far side of the mean is computed, the other is its complement; relative accuracy of either about
 * 1e-13 for a, b in [0.5, 1e6].
 */
export function logBetaTails(point: UnitPoint, a: number, b: number): LogBetaTails {
  const weight = logWeight(point, a, b);
  if (point.x * (a + b + 2) < a + 1) {
    const lower = Math.min(0, weight + Math.log(betaFraction(point.x, a, b) / a));
    return { lower, upper: logComplement(lower), weight };
  }
  const upper = Math.min(0, weight + Math.log(betaFraction(point.y, b, a) / b));
  return { lower: logComplement(upper), upper, weight };
}
