import type { RunPlan } from '#model/run.js';
import { count } from '../text/numbers.js';

/** Which attempt on its files a run would be, and what that does to its levels; empty for a first one whose levels stay as they are. */
export function attemptText({ try: attempt = 1, tries }: Pick<RunPlan, 'try' | 'tries'>): string {
  if (tries !== 'corrected') return attempt === 1 ? '' : `${count(attempt)} on these files`;
  const divisor = count(attempt * (attempt + 1));
  return `${count(attempt)} on these files: each level is divided by ${divisor} (promotion.tries: corrected)`;
}
