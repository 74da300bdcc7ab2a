import { problem } from '#errors/index.js';
import { hasErrors, type Problem } from '#model/problem.js';

const maxListed = 50;

/** The first fifty problems, then how many more there are: an error if one of those is. */
export function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const rest = problems.slice(maxListed);
  if (rest.length === 0) return problems;
  const file = problems[0]?.at?.file;
  const last = problem(
    'EVA_MORE_PROBLEMS',
    { more: rest.length },
    {
      at: file === undefined ? undefined : { file },
      severity: hasErrors(rest) ? 'error' : 'warning',
    },
  );
  return [...problems.slice(0, maxListed), last];
}

/** Problems file by file, each in the order in which a reader meets them; those of one place stay as they were. */
export function sortByPlace(problems: readonly Problem[]): readonly Problem[] {
  const byFile = new Map<string | undefined, Problem[]>();
  for (const one of problems) {
    const group = byFile.get(one.at?.file) ?? [];
    group.push(one);
    byFile.set(one.at?.file, group);
  }
  return [...byFile.values()].flatMap((group) => group.sort(byPlace));
}

function byPlace(a: Problem, b: Problem): number {
  return (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0);
}
