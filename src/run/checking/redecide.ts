import type { Criterion } from '#decide/criterion.js';
import { decideCase } from '#decide/decide-case.js';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import { toCaseResult } from '../following/case-result.js';

/**
 * What a case comes to by the scores of an earlier result of it alone, whatever verdicts stand there: an equal result, if
 * nothing was changed since. Throws if a criterion has no implementation.
 */
export function redecide(one: Case, result: CaseResult, criteria?: readonly Criterion[]): CaseResult {
  const decision = decideCase(one, result.scores, criteria);
  const end = decision.is_settled ? decision.used : Number.POSITIVE_INFINITY;
  const trials = result.trials.filter(({ index }) => index < end);
  const scores = result.scores.filter(({ trial }) => trial < end);
  return toCaseResult(one, decision, trials, scores);
}
