import { requireCount, requireLevel } from '../domain.js';
import { normalQuantile } from '../special/normal-quantile.js';

/** The judge's passes among unlabelled conversations, and its confusion matrix on conversations that people have labelled. */
export interface JudgedCounts {
  /** Number of passes by the judge among `n` conversations without a label. */
  readonly k: number;
  readonly n: number;
  /** Labelled good: how many the judge passed (tp) and failed (fn). */
  readonly tp: number;
  readonly fn: number;
  /** Labelled bad: how many the judge failed (tn) and passed (fp). */
  readonly tn: number;
  readonly fp: number;
}

export interface RoganGladen {
  /** Share of the good conversations that the judge passes. */
  readonly sensitivity: number;
  /** Share of the bad conversations that the judge fails. */
  readonly specificity: number;
  /** The judge's own pass rate, uncorrected. */
  readonly raw: number;
  /** The corrected rate. It is not clipped: by chance it can lie outside [0, 1]. */
  readonly estimate: number;
  readonly se: number;
}

interface Rates {
  readonly raw: number;
  readonly sensitivity: number;
  readonly specificity: number;
}

/** The number of conversations behind each rate. */
interface Sizes {
  readonly raw: number;
  readonly good: number;
  readonly bad: number;
}

/**
 * Estimates the true pass rate from the pass rate q of an imperfect judge and its sensitivity and specificity on labelled conversations.
 *
 * estimate = (q + sp - 1)/(se + sp - 1), SE² = [q(1-q)/n + (1-estimate)²·sp(1-sp)/m0 + estimate²·se(1-se)/m1]/(se + sp - 1)². Also valid if
 * the labelled conversations have another share of good ones than the judged conversations. The SE is poor for small counts or rates near 0
 * and 1: use `prevalenceBounds` there.
 *
 * Throws a RangeError if a count is not a whole number of at least 0, if k > n, if nothing is judged, labelled good or labelled bad, or if
 * se + sp <= 1 (the judge is no better than chance). Rogan & Gladen 1978, American Journal of Epidemiology 107:71-76.
 */
export function roganGladen(counts: JudgedCounts): RoganGladen {
  requireJudged(counts);
  const { k, n, tp, fn, tn, fp } = counts;
  const sizes = { raw: n, good: tp + fn, bad: tn + fp };
  const rates = { raw: k / n, sensitivity: tp / sizes.good, specificity: tn / sizes.bad };
  return { ...rates, ...corrected(rates, sizes) };
}

export interface PrevalenceBounds {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Returns the one-sided bounds of confidence 1 - `alpha` each (together 1 - 2·alpha) for the true pass rate behind an imperfect judge,
 * within [0, 1].
 *
 * It is the formula of `roganGladen` on adjusted counts: z²/2 passes and failures are added to the judged conversations, one success and
 * one failure to each labelled group. The centre is shifted by 2z²·(θ·se(1-se)/m1 - (1-θ)·sp(1-sp)/m0). Approximate: a nominal 95 % covers
 * 93 to 97 % with 50 to 200 labels.
 *
 * Throws a RangeError in the cases of `roganGladen`, also if the adjusted se + sp <= 1, and for an alpha outside (0, 1/2). Lang & Reiczigel
 * 2014, Preventive Veterinary Medicine 113:13-22; for judges: Lee et al. 2025, arXiv 2511.21140.
 */
export function prevalenceBounds(counts: JudgedCounts, alpha: number): PrevalenceBounds {
  requireJudged(counts);
  requireLevel('2·alpha', 2 * alpha);
  const { k, n, tp, fn, tn, fp } = counts;
  refuseUseless({ tp: tp + 1, fn: fn + 1, tn: tn + 1, fp: fp + 1 });
  const z = -normalQuantile(alpha);
  const sizes = { raw: n + z * z, good: tp + fn + 2, bad: tn + fp + 2 };
  const rates = {
    raw: (k + (z * z) / 2) / sizes.raw,
    sensitivity: (tp + 1) / sizes.good,
    specificity: (tn + 1) / sizes.bad,
  };
  const { estimate, se } = corrected(rates, sizes);
  const { good, bad } = spreads(rates, sizes);
  const centre = estimate + 2 * z * z * (estimate * good - (1 - estimate) * bad);
  return { lower: within01(centre - z * se), upper: within01(centre + z * se) };
}

function corrected(rates: Rates, sizes: Sizes): { readonly estimate: number; readonly se: number } {
  const youden = rates.sensitivity + rates.specificity - 1;
  const estimate = (rates.raw + rates.specificity - 1) / youden;
  const { raw, good, bad } = spreads(rates, sizes);
  return { estimate, se: Math.sqrt(raw + (1 - estimate) ** 2 * bad + estimate ** 2 * good) / youden };
}

/** Returns the variances of the three rates. */
function spreads({ raw, sensitivity, specificity }: Rates, sizes: Sizes): Sizes {
  return {
    raw: (raw * (1 - raw)) / sizes.raw,
    good: (sensitivity * (1 - sensitivity)) / sizes.good,
    bad: (specificity * (1 - specificity)) / sizes.bad,
  };
}

function within01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function requireJudged(counts: JudgedCounts): void {
  const { k, n, tp, fn, tn, fp } = counts;
  for (const [name, count] of Object.entries({ k, n, tp, fn, tn, fp })) requireCount(name, count);
  if (n === 0 || k > n) throw new RangeError(`The judge passed ${k} of ${n}: n must be at least 1 and k at most n.`);
  if (tp + fn === 0) throw new RangeError('No conversation was labelled good, so the sensitivity is unknown.');
  if (tn + fp === 0) throw new RangeError('No conversation was labelled bad, so the specificity is unknown.');
  refuseUseless({ tp, fn, tn, fp });
}

/** Throws a RangeError if se + sp <= 1, compared in whole numbers to avoid rounding. */
function refuseUseless({ tp, fn, tn, fp }: Pick<JudgedCounts, 'tp' | 'fn' | 'tn' | 'fp'>): void {
  if (tp * tn > fn * fp) return;
  throw new RangeError(
    'Sensitivity and specificity add up to at most 1: such a judge says nothing about the true rate.',
  );
}
