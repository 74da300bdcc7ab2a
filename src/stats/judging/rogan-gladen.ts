import { requireCount } from '../domain.js';

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
 * and 1.
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
