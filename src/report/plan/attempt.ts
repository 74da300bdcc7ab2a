import type { RunPlan } from '#model/run.js';
import { count } from '../text/numbers.js';

/** Attempts that are not known to have passed, and how many of them are allowed. */
export interface FailedCounts {
  readonly count: number;
  readonly limit: number;
}

/**
 * Which attempt on its files a run would be, what that does to its levels, and whether too many failed before it; empty for a first one
 * whose levels stay as they are.
 */
export function attemptText(
  { try: attempt = 1, tries }: Pick<RunPlan, 'try' | 'tries'>,
  failed: FailedCounts | null = null,
): string {
  const divisor = count(attempt * (attempt + 1));
  const levels = tries === 'corrected' ? `: each level is divided by ${divisor} (promotion.tries: corrected)` : '';
  if (attempt === 1 && levels === '' && !failed) return '';
  return `${count(attempt)} on these files${levels}${failed ? failedText(failed) : ''}`;
}

function failedText(failed: FailedCounts): string {
  const found = `${count(failed.count)} ${failed.count === 1 ? 'is' : 'are'} not known to have passed`;
  return `; ${found}, and at most ${count(failed.limit)} may be so (promotion.max_failed_runs): a new run of these files cannot open ready`;
}
