import type { CaseResult } from '#model/run.js';
import type { Outcome, Verdict } from '#model/verdict.js';

/** What a case came to; `unknown` while a trial is missing. */
export type CaseOutcome = Outcome | 'unknown';

/** A case that did not pass is inconclusive if no verdict of it is `failed`: its data settle nothing either way. */
export function outcomeOf({ passed, verdicts }: CaseResult): CaseOutcome {
  if (passed === null) return 'unknown';
  if (passed) return 'passed';
  const isFailed = verdicts.length === 0 || verdicts.some((verdict) => verdict.outcome === 'failed');
  return isFailed ? 'failed' : 'inconclusive';
}

/** True if a test decided, and not the rule that every trial passes. */
export function isStatistical({ criterion }: Pick<Verdict, 'criterion'>): boolean {
  return criterion !== 'every_trial';
}
