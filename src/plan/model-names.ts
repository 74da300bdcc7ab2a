import { problem } from '#errors.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import type { Problem } from '#model/problem.js';
import { routeModel } from '#provider/model-name.js';
import { judgesOf } from './case-evidence.js';

/** A problem for each model's name that leads nowhere, said once for a name at a place. */
export function modelNameProblems(cases: readonly Case[], config: LibraryConfig): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const one of cases) {
    for (const settings of [one.subject.settings, ...judgesOf(one)]) {
      const result = routeModel(settings.model, config.providers);
      if ('route' in result) continue;
      const at = settings.at ?? one.at;
      const key = `${settings.model} ${at?.file} ${at?.line}`;
      problems.set(key, problem('EVA_BAD_MODEL', result.problem, { at, hint: result.hint }));
    }
  }
  return [...problems.values()];
}
