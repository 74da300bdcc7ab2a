import { byLine } from '#dataset/reading/problem-list.js';
import { problem } from '#errors/index.js';
import { hasErrors, type Problem } from '#model/problem.js';

/** The greatest number of problems that are listed. */
export const mostProblems = 50;

/** Returns the first fifty problems and one that counts the others. It is an error if one of them is. */
export function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const rest = problems.slice(mostProblems);
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
  return [...problems.slice(0, mostProblems), last];
}

/** Sorts problems by file, line and column; keeps the order of problems at one place. */
export function sortByPlace(problems: readonly Problem[]): readonly Problem[] {
  const byFile = new Map<string | undefined, Problem[]>();
  for (const entry of problems) {
    const group = byFile.get(entry.at?.file) ?? [];
    group.push(entry);
    byFile.set(entry.at?.file, group);
  }
  return [...byFile.values()].flatMap((group) => group.sort(byLine));
}
