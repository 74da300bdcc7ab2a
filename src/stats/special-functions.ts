import { requirePositive, requireProbability } from './numbers.js';

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
interface UnitPoint {
  readonly x: number;
  readonly y: number;
}

/** Natural logarithms of I_x(a, b) and 1 - I_x(a, b), and of the weight x^a y^b / B(a, b). */
interface LogBetaTails {
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

type Tail = 'lower' | 'upper';

const mostBisections = 200;

/** Logits beyond this are 0 and 1 in double precision. */
const farLogit = 700;

function atLogit(u: number): UnitPoint {
  return { x: 1 / (1 + Math.exp(-u)), y: 1 / (1 + Math.exp(u)) };
}

/** Returns Newton's step for the logarithm of a tail, whose derivative along the logit is weight / tail. */
function newtonStep(tails: LogBetaTails, tail: Tail, logTarget: number): number {
  const step = (tails[tail] - logTarget) * Math.exp(tails[tail] - tails.weight);
  return tail === 'lower' ? -step : step;
}

/**
 * Solves for the point at which a tail has the target value. The logit of a beta variable has a log-concave density, so the
 * logarithm of either tail is concave along the logit. After its first step Newton's method therefore approaches the root from
 * one side and always converges.
 */
function solveTail(tail: Tail, target: number, a: number, b: number): UnitPoint {
  const logTarget = Math.log(target);
  let u = Math.log(a / b);
  for (let i = 0; i < mostBisections; i++) {
    const wanted = u + newtonStep(logBetaTails(atLogit(u), a, b), tail, logTarget);
    const next = Math.max(-farLogit, Math.min(farLogit, wanted));
    if (Math.abs(next - u) <= 1e-12 * Math.max(1, Math.abs(u))) return atLogit(next);
    u = next;
  }
  throw new RangeError(`The inverse beta function is out of reach at ${tail} tail ${target}, a = ${a}, b = ${b}.`);
}

function requireInverse(name: 'p' | 'q', p: number, a: number, b: number): void {
  requireProbability(name, p);
  requirePositive('a', a);
  requirePositive('b', b);
}

/**
 * Returns the x with I_x(a, b) = p, for p in [0, 1] and a, b > 0. Relative accuracy 1e-12 for a, b in [0.5, 1e6] and x above
 * 1e-304, the smallest x it returns. It solves for the smaller tail. Throws a RangeError outside the domain.
 */
export function inverseRegularizedBeta(p: number, a: number, b: number): number {
  requireInverse('p', p, a, b);
  if (p === 0 || p === 1) return p;
  return p <= 0.5 ? solveTail('lower', p, a, b).x : solveTail('upper', 1 - p, a, b).x;
}

/** Returns the x with 1 - I_x(a, b) = q. It takes the upper tail, so a small q loses no digits. Throws a RangeError outside the domain. */
export function inverseRegularizedBetaComplement(q: number, a: number, b: number): number {
  requireInverse('q', q, a, b);
  if (q === 0 || q === 1) return 1 - q;
  return q <= 0.5 ? solveTail('upper', q, a, b).x : solveTail('lower', 1 - q, a, b).x;
}

/** From this x on, nine terms of Stirling's series are exact to double precision. */
const seriesFrom = 10;

/** Coefficients B(2j) / (2j (2j-1)), with B the Bernoulli numbers (Abramowitz & Stegun 6.1.41). */
const seriesTerms = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360_360,
  1 / 156,
  -3617 / 122_400,
  43_867 / 244_188,
] as const;

function stirlingSeries(x: number): number {
  const inverseSquare = 1 / (x * x);
  return seriesTerms.reduceRight((sum, term) => sum * inverseSquare + term, 0) / x;
}

/**
 * Returns the error of Stirling's formula, ln Γ(x+1) - [(x+½) ln x - x + ½ ln 2π], for x > 0; absolute accuracy 1e-15. From 10 on
 * it sums the series; below, it uses the recurrence δ(x) - δ(x+1) = (x+½) ln(1+1/x) - 1. Throws a RangeError for x <= 0. Loader
 * (2000), "Fast and accurate computation of binomial probabilities".
 */
export function stirlingError(x: number): number {
  requirePositive('x', x);
  let climbed = 0;
  let at = x;
  for (; at < seriesFrom; at++) climbed += (at + 0.5) * Math.log1p(1 / at) - 1;
  return climbed + stirlingSeries(at);
}

/**
 * Returns the deviance x ln(x/m) + m - x of a count x with mean m, both above 0, without cancellation if they are close. Loader
 * (2000), section 4.
 */
export function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) - difference;
  const v = difference / (x + m);
  let sum = difference * v;
  let power = 2 * x * v;
  for (let odd = 3; ; odd += 2) {
    power *= v * v;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}
