import { meanOf } from '#stats/numbers.js';
import { requireFinite, varianceOf } from './described-means.js';

/** One conversation that both a person and the judge have scored, on the same scale. */
export interface LabelledScore {
  readonly human: number;
  readonly judge: number;
}

export interface PpiMean {
  readonly estimate: number;
  /** The mean of human - judge on the labelled conversations, which is added to the judge's mean. */
  readonly rectifier: number;
  /** null if there are fewer than two scores by the judge or fewer than two labelled ones. */
  readonly se: number | null;
}

/**
 * Estimates the mean score that people would give, from many scores of the judge and a few that people have checked
 * (prediction-powered inference).
 *
 * estimate = mean of `judge` + mean of (human - judge) over `labelled`; SE² = var(judge)/n + var(human - judge)/m, with n - 1 and
 * m - 1 in the variances. The labelled conversations must be drawn at random from the same population, and must not be in
 * `judge`. Bounds of the form estimate ± z·SE are approximate: with m = 50 to 200 a nominal 95 % covers 91 to 97 %, from m = 100
 * on 93 to 97 %. If that is not accurate enough, use the labels alone with `clopperPearson`. Scores are in any unit (0 and 1 for
 * pass or fail).
 *
 * Throws a RangeError if either list is empty or a score is not finite. Angelopoulos, Bates, Fannjiang, Jordan & Zrnic 2023,
 * Science 382:669-674.
 */
export function ppiMean(judge: readonly number[], labelled: readonly LabelledScore[]): PpiMean {
  const gaps = labelled.map((label) => label.human - label.judge);
  requireFinite('judge', judge);
  requireFinite('human - judge', gaps);
  const predicted = meanOf(judge);
  const rectifier = meanOf(gaps);
  if (predicted === null) throw new RangeError('There is no score of the judge to correct.');
  if (rectifier === null) throw new RangeError('There is no labelled score to correct the judge by.');
  return { estimate: predicted + rectifier, rectifier, se: standardError(judge, gaps) };
}

function standardError(judge: readonly number[], gaps: readonly number[]): number | null {
  const ofJudge = varianceOf(judge);
  const ofGaps = varianceOf(gaps);
  if (ofJudge === null || ofGaps === null) return null;
  return Math.sqrt(ofJudge / judge.length + ofGaps / gaps.length);
}
