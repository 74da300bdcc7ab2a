import { problem } from '#errors/index.js';
import { hasErrors, type Problem } from '#model/problem.js';

const maxListed = 50;

/** The first fifty problems, then how many more there are: an error if one of those is. */
export function worthListing(problems: readonly Problem[]): readonly Problem[] {
  const rest = problems.slice(maxListed);
  if (rest.length === 0) return problems;
  const file = problems[0]?.at?.file;
  const last = problem('EVA_MORE_PROBLEMS', `and ${rest.length} more problem${rest.length === 1 ? '' : 's'}`, {
    at: file === undefined ? undefined : { file },
    hint: 'mend these first',
    severity: hasErrors(rest) ? 'error' : 'warning',
  });
  return [...problems.slice(0, maxListed), last];
}
