import type { RunPlan } from '#model/run/run.js';
import { isStatistical } from '../run/is-statistical.js';
import { count, plural } from '../text/numbers.js';

/** Attempts that are not known to have passed, and how many of them are allowed. */
export interface FailedCounts {
  readonly count: number;
  readonly limit: number;
}

/**
 * Returns the number of the attempt that a run would be, by what its levels are divided, and whether too many attempts failed before it.
 * Empty for a first attempt whose levels stay as they are.
 */
export function attemptText(
  { try: attempt = 1, tries, outlooks }: Pick<RunPlan, 'try' | 'tries' | 'outlooks'>,
  failed: FailedCounts | null = null,
): string {
  const divisor = count(attempt * (attempt + 1));
  const isCorrected = tries === 'corrected' && outlooks.some(isStatistical);
  const levels = isCorrected ? `: each level is divided by ${divisor} (promotion.tries: corrected)` : '';
  if (attempt === 1 && levels === '' && !failed) return '';
  return `${count(attempt)} on these files${levels}${failed ? failedText(failed) : ''}`;
}

function failedText(failed: FailedCounts): string {
  const found = `${plural(failed.count, 'earlier attempt is', 'earlier attempts are')} not known to have passed`;
  const limit = `promotion.max_failed_runs allows ${count(failed.limit)}`;
  return `; ${found}, and ${limit}: a new run of these files cannot be promoted to ready`;
}
