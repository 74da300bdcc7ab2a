import { problem } from '#errors/index.js';
import type { Case, ModelMention } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Place, Problem } from '#model/problem.js';
import { routeModel } from '#provider/model-name.js';
import { judgesOf, speakersOf } from './case-evidence.js';

/** A problem for each model's name that leads nowhere, of those that cases ask and of all others that are written, said once for a name at a place. */
export function modelNameProblems(
  cases: readonly Case[],
  written: readonly ModelMention[],
  config: LibraryConfig,
): readonly Problem[] {
  const named = uniqueBy([...cases.flatMap(asked), ...written], ({ model, at }) => `${model} ${at?.file} ${at?.line}`);
  return named.flatMap(({ model, at }) => {
    const result = routeModel(model, config.providers);
    return 'route' in result ? [] : [problem('EVA_BAD_MODEL', result.problem, { at, hint: result.hint })];
  });
}

function asked(one: Case): readonly { readonly model: string; readonly at?: Place | undefined }[] {
  return [...speakersOf(one), ...judgesOf(one)].map(({ model, at }) => ({ model, at: at ?? one.at }));
}
