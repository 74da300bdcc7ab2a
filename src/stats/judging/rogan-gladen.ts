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
  const [raw, sensitivity, specificity] = [k / n, tp / (tp + fn), tn / (tn + fp)];
  const youden = sensitivity + specificity - 1;
  const estimate = (raw + specificity - 1) / youden;
  const spread = (rate: number, size: number) => (rate * (1 - rate)) / size;
  const [bad, good] = [spread(specificity, tn + fp), spread(sensitivity, tp + fn)];
  const se = Math.sqrt(spread(raw, n) + (1 - estimate) ** 2 * bad + estimate ** 2 * good) / youden;
  return { raw, sensitivity, specificity, estimate, se };
}

function requireJudged(counts: JudgedCounts): void {
  const { k, n, tp, fn, tn, fp } = counts;
  for (const [name, count] of Object.entries({ k, n, tp, fn, tn, fp })) requireCount(name, count);
  if (n === 0 || k > n) throw new RangeError(`The judge passed ${k} of ${n}: n must be at least 1 and k at most n.`);
  if (tp + fn === 0) throw new RangeError('No conversation was labelled good, so the sensitivity is unknown.');
  if (tn + fp === 0) throw new RangeError('No conversation was labelled bad, so the specificity is unknown.');
  // In whole numbers, so that nothing is rounded.
  if (tp * tn <= fn * fp) {
    throw new RangeError(
      'Sensitivity and specificity add up to at most 1: such a judge says nothing about the true rate.',
    );
  }
}
