import { meanOf, requirePositive, unknownSide } from '#stats/numbers.js';
import { regularizedBeta, regularizedBetaComplement } from '#stats/special-functions.js';
import { requireFinite, varianceOf } from './described-means.js';

/** The claim about a mean: above `mu0`, below it, or different from it. */
export type MeanSide = 'greater' | 'less' | 'two_sided';

/** Result of Student's t-test; a field is null if the sample is too small to define it. */
export interface MeanTest {
  readonly n: number;
  readonly mean: number | null;
  readonly sd: number | null;
  readonly t: number | null;
  readonly df: number | null;
  readonly p_value: number | null;
  /** True if there are fewer than two values, or all are equal; t is then undefined. */
  readonly degenerate: boolean;
}

function tailOf(t: number, df: number, side: MeanSide): number {
  switch (side) {
    case 'greater':
      return studentTUpperTail(t, df);
    case 'less':
      return studentTUpperTail(-t, df);
    case 'two_sided':
      return 2 * studentTUpperTail(Math.abs(t), df);
    default:
      return unknownSide(side);
  }
}

/** Returns the result for fewer than two distinct values. A single value has no standard deviation; equal values have one of 0. */
function degenerateTest(values: readonly number[]): MeanTest {
  const n = values.length;
  return { n, mean: values[0] ?? null, sd: n < 2 ? null : 0, t: null, df: null, p_value: null, degenerate: true };
}

/**
 * Computes Student's one-sample test of a mean against mu0 (Student 1908): t = (mean - mu0) / (sd / sqrt n), n-1 degrees of
 * freedom. Approximate unless the values are normally distributed: for skewed values the true level can be far above the nominal
 * one. Throws a RangeError for values that are not finite.
 */
export function tTestMean(values: readonly number[], mu0: number, side: MeanSide): MeanTest {
  requireFinite('values', values);
  requireFinite('mu0', [mu0]);
  const n = values.length;
  const mean = meanOf(values);
  const variance = varianceOf(values);
  const isConstant = values.every((value) => value === values[0]);
  if (mean === null || variance === null || isConstant) return degenerateTest(values);
  const t = (mean - mu0) / Math.sqrt(variance / n);
  return { n, mean, sd: Math.sqrt(variance), t, df: n - 1, p_value: tailOf(t, n - 1, side), degenerate: false };
}

/** Returns P(T > |t|), computed from the smaller of t² / (df + t²) and its complement, so that neither is rounded to 1. */
function tailBeyond(t: number, df: number): number {
  const square = t * t;
  if (square < df) return 0.5 * regularizedBetaComplement(square / (df + square), 0.5, df / 2);
  return 0.5 * regularizedBeta(df / (df + square), df / 2, 0.5);
}

/**
 * Returns P(T > t) for Student's t with df > 0 degrees of freedom, ½ I_{df/(df+t²)}(df/2, ½) for t >= 0; relative accuracy
 * 1e-12 in the upper tail; 0 where t² overflows. Abramowitz & Stegun 26.7.1. Throws a RangeError for df <= 0 or a t that is not finite.
 */
export function studentTUpperTail(t: number, df: number): number {
  requireFinite('t', [t]);
  requirePositive('df', df);
  const beyond = tailBeyond(Math.abs(t), df);
  return t >= 0 ? beyond : 1 - beyond;
}
