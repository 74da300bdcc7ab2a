import type { CaseResult } from './run.js';
import type { Outcome } from './verdict.js';

/** What a case came to; `unknown` while a trial is missing. */
export type CaseOutcome = Outcome | 'unknown';

/** A case that did not pass is inconclusive if it has verdicts and none is `failed`: its data settle nothing either way. */
export function outcomeOf({ passed, verdicts }: Pick<CaseResult, 'passed' | 'verdicts'>): CaseOutcome {
  if (passed === null) return 'unknown';
  if (passed) return 'passed';
  const isFailed = verdicts.length === 0 || verdicts.some((verdict) => verdict.outcome === 'failed');
  return isFailed ? 'failed' : 'inconclusive';
}
