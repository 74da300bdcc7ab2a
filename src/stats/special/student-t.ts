import { requireFinite, requirePositive } from '../domain.js';
import { regularizedBeta, regularizedBetaComplement } from './incomplete-beta.js';

/** P(T > |t|), taken from whichever of t² / (df + t²) and its complement is the smaller, so that neither is rounded to 1. */
function tailBeyond(t: number, df: number): number {
  const square = t * t;
  if (square < df) return 0.5 * regularizedBetaComplement(square / (df + square), 0.5, df / 2);
  return 0.5 * regularizedBeta(df / (df + square), df / 2, 0.5);
}

/**
 * P(T > t) for Student's t with df > 0 degrees of freedom, ½ I_{df/(df+t²)}(df/2, ½) for t >= 0; relative accuracy
 * 1e-12 in the upper tail; 0 where t² overflows. Abramowitz & Stegun 26.7.1. Throws a RangeError for df <= 0 or a t that is not finite.
 */
export function studentTUpperTail(t: number, df: number): number {
  requireFinite('t', [t]);
  requirePositive('df', df);
  const beyond = tailBeyond(Math.abs(t), df);
  return t >= 0 ? beyond : 1 - beyond;
}
