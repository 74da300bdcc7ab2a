import { requirePositive, requireProbability } from '../domain.js';
import { type LogBetaTails, logBetaTails, type UnitPoint } from './incomplete-beta.js';

type Tail = 'lower' | 'upper';
const mostSteps = 200;
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
  for (let i = 0; i < mostSteps; i++) {
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
