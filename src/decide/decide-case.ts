import type { Case } from '#model/case.js';
import type { Score } from '#model/run/score.js';
import { scoresByTrial } from '#model/run/score.js';
import type { Verdict } from '#model/run/verdict.js';
import type { Criterion } from './criterion.js';
import { requireInRange } from './score-range.js';
import { watchCase } from './watch-case.js';

export interface CaseDecision {
  readonly verdicts: readonly Verdict[];
  /** Trials that the verdicts rest on. */
  readonly used: number;
  /** False if the scores end before it is settled whether the case passes. */
  readonly is_settled: boolean;
}

/**
 * Decides a case by its scores, in whatever order they come. Scores of trials beyond the one that settles the case are left aside.
 * Throws EVA_BAD_SCORE if any score is off its scale, and names each.
 */
export function decideCase(one: Case, scores: readonly Score[], criteria?: readonly Criterion[]): CaseDecision {
  requireInRange(one, scores);
  const watch = watchCase(one, criteria);
  const byTrial = scoresByTrial(scores);
  for (let trial = 0; !watch.isSettled(); trial++) {
    const own = byTrial.get(trial);
    if (!own) break;
    watch.push(own);
  }
  return { verdicts: watch.verdicts(), used: watch.used(), is_settled: watch.isSettled() };
}

/** True if there is at least one verdict and every one is `passed`: nothing decided is never green. */
export function casePasses(verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0 && verdicts.every((verdict) => verdict.outcome === 'passed');
}
