import { problem } from '#errors.js';
import type { Case, ModelMention } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { routeModel } from '#provider/model-name.js';
import { judgesOf } from './case-evidence.js';

/** A problem for each model's name that leads nowhere, of those that cases ask and of all others that are written, said once for a name at a place. */
export function modelNameProblems(
  cases: readonly Case[],
  written: readonly ModelMention[],
  config: LibraryConfig,
): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const { model, at } of [...cases.flatMap(asked), ...written]) {
    const result = routeModel(model, config.providers);
    if ('route' in result) continue;
    const key = `${model} ${at?.file} ${at?.line}`;
    problems.set(key, problem('EVA_BAD_MODEL', result.problem, { at, hint: result.hint }));
  }
  return [...problems.values()];
}

function asked(one: Case): readonly { readonly model: string; readonly at?: Place | undefined }[] {
  return [one.subject.settings, ...judgesOf(one)].map(({ model, at }) => ({ model, at: at ?? one.at }));
}
