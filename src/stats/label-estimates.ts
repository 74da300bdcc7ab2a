import { fileUpperTail, logFileProbability } from './hypergeometric.js';
import { firstWhere, isSignificant, requireCount, requireLevel, requirePart } from './numbers.js';

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

interface RoganGladen {
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

/** What a judge said of all answers, and people of a simple random sample of them. */
export interface StratifiedLabels {
  /** The number of answers, and of those that the judge passed. */
  readonly judged: number;
  readonly judge_passed: number;
  /** The labels among the judge's passes, and those of them that people passed. */
  readonly m1: number;
  readonly x1: number;
  /** The same among the judge's failures. */
  readonly m0: number;
  readonly x0: number;
}

/** Returns the estimated share of answers that people pass; from the labels alone if one of the strata has none; null without a label. */
export function stratifiedEstimate(labels: StratifiedLabels): number | null {
  requireLabels(labels);
  const { judged, judge_passed, m1, x1, m0, x0 } = labels;
  if (m1 + m0 === 0) return null;
  if (m1 === 0 || m0 === 0) return (x1 + x0) / (m1 + m0);
  return (judge_passed * (x1 / m1) + (judged - judge_passed) * (x0 / m0)) / judged;
}

/**
 * Returns the exact p-value of "people would pass at least `need` of all answers".
 *
 * T = N1·x1·m0 + N0·x0·m1 is the estimate as a whole number. p is the greatest P(T >= observed) over all ways to divide need - 1 passes
 * between the judge's N1 passes and N0 failures, with x1 and x0 independent and hypergeometric. If one stratum has no label, the labels are a
 * random part of the other one alone, which then holds as many of the need - 1 passes as it can. Takes time proportional to
 * min(N1, N0, need)·(m1 + m0). Throws a RangeError unless the counts fit each other.
 */
export function stratifiedP(labels: StratifiedLabels, need: number): number {
  requireLabels(labels);
  const { judged, judge_passed, m1, x1, m0, x0 } = labels;
  requirePart('need', need, 'judged', judged);
  if (need === 0) return 0;
  const judgeFailed = judged - judge_passed;
  if (m0 === 0) return fileUpperTail(x1, { N: judge_passed, K: Math.min(judge_passed, need - 1), n: m1 });
  if (m1 === 0) return fileUpperTail(x0, { N: judgeFailed, K: Math.min(judgeFailed, need - 1), n: m0 });
  let greatest = 0;
  for (let A = Math.max(0, need - 1 - judgeFailed); A <= Math.min(judge_passed, need - 1); A++) {
    greatest = Math.max(greatest, chanceOfEstimate(labels, A, need - 1 - A));
  }
  return Math.min(1, greatest);
}

/** Returns the largest share of the answers that is shown at level alpha; 0 if none is. Throws as `stratifiedP` does. */
export function stratifiedLowerBound(labels: StratifiedLabels, alpha: number): number {
  requireLevel('alpha', alpha);
  const { judged } = labels;
  const unshown = firstWhere(1, judged, (need) => !isSignificant(stratifiedP(labels, need), alpha)) ?? judged + 1;
  return judged === 0 ? 0 : (unshown - 1) / judged;
}

/** Returns P(T >= observed) if people pass A of the judge's passes and B of its failures. */
function chanceOfEstimate({ judged, judge_passed, m1, x1, m0, x0 }: StratifiedLabels, A: number, B: number): number {
  const judgeFailed = judged - judge_passed;
  const [weight1, weight0] = [judge_passed * m0, judgeFailed * m1];
  const observed = weight1 * x1 + weight0 * x0;
  let chance = 0;
  for (let one = Math.max(0, m1 - (judge_passed - A)); one <= Math.min(m1, A); one++) {
    const least = Math.max(0, Math.ceil((observed - weight1 * one) / weight0));
    if (least > m0) continue;
    const tail = fileUpperTail(least, { N: judgeFailed, K: B, n: m0 });
    chance += Math.exp(logFileProbability(one, { N: judge_passed, K: A, n: m1 })) * tail;
  }
  return chance;
}

function requireLabels({ judged, judge_passed, m1, x1, m0, x0 }: StratifiedLabels): void {
  requirePart('judge_passed', judge_passed, 'judged', judged);
  requirePart('m1', m1, 'judge_passed', judge_passed);
  requirePart('m0', m0, "the judge's failures", judged - judge_passed);
  requirePart('x1', x1, 'm1', m1);
  requirePart('x0', x0, 'm0', m0);
}
