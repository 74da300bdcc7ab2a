import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { Loaded } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';

/** The cases that `--case` names, in the order of the file; all of them if it names none. Triggering is left out of a narrowed run. */
export function selectCases(cases: readonly Case[], only: readonly string[]): Loaded<readonly Case[]> {
  if (only.length === 0) return { value: cases, problems: [] };
  const candidates = cases.filter((one) => one.subject.kind !== 'trigger');
  const names = candidates.map((one) => one.name);
  const problems = only
    .filter((name) => !names.includes(name))
    .map((name) => {
      const meant = nearest(name, names);
      const hint = meant ? `did you mean "${meant}"?` : `the cases are: ${names.join(', ')}`;
      return problem('EVA_UNKNOWN_CASE', `there is no case "${name}"`, { hint });
    });
  return { value: candidates.filter((one) => only.includes(one.name)), problems };
}
