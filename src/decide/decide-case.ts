import type { Case } from '#model/case.js';
import { type Score, scoresByTrial } from '#model/run/score.js';
import type { Verdict } from '#model/run/verdict.js';
import type { Criterion } from './criterion.js';
import { requireInRange } from './score-range.js';
import { watchCase } from './watch-case.js';

export interface CaseDecision {
  readonly verdicts: readonly Verdict[];
  /** Number of trials that the verdicts use. */
  readonly used: number;
  /** False if the case needs more scores before it is known whether it passes. */
  readonly is_settled: boolean;
}

/**
 * Decides a case from its scores, in any order. Ignores trials after the one that settles the case. Throws EVA_BAD_SCORE with a
 * problem for each score that its grader cannot give.
 */
export function decideCase(testCase: Case, scores: readonly Score[], criteria?: readonly Criterion[]): CaseDecision {
  requireInRange(testCase, scores);
  const watch = watchCase(testCase, criteria);
  const byTrial = scoresByTrial(scores);
  for (let trial = 0; !watch.isSettled(); trial++) {
    const own = byTrial.get(trial);
    if (!own) break;
    watch.push(own);
  }
  return { verdicts: watch.verdicts(), used: watch.used(), is_settled: watch.isSettled() };
}

/** Returns true if there is at least one verdict and all verdicts are `passed`: a case without a verdict never passes. */
export function casePasses(verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0 && verdicts.every((verdict) => verdict.outcome === 'passed');
}
