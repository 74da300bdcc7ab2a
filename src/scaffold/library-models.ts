import { EvaError } from '#errors/index.js';
import { listPromptIds } from '#library/prompts.js';
import { readLibrary } from '#lifecycle/read-prompt.js';
import { readDocument } from '#load/source/document.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { routeModel } from '#provider/model-name.js';
import { modelNameOf, startOfModel } from '#provider/types/starts.js';
import type { SetModels } from './choose-models.js';

/** The models that the files of a library set. */
export interface LibraryModels {
  /** The models in the `defaults` of eva.yml. */
  readonly set: SetModels;
  /** Returns the full name of a model on the command line. Throws EVA_BAD_MODEL if no provider has it. */
  readonly nameOf: (model: string) => string;
}

/** Returns the models that eva.yml sets. Throws the problems of the file. */
export function libraryModels(root: string): LibraryModels {
  const { config, problems } = readLibrary(root);
  if (!config) throw new EvaError(problems);
  const { providers } = config.config;
  return {
    set: modelsIn(config.defaults?.value),
    nameOf: (model) => {
      const start = startOfModel(model);
      const name = start === undefined || Object.hasOwn(providers, start.name) ? model : modelNameOf(start, model);
      const result = routeModel(name, providers);
      if ('problemAt' in result) throw new EvaError([result.problemAt(undefined)]);
      return name;
    },
  };
}

/** The maximum number of prompts that are read to find out which models a library uses. */
const mostRead = 50;

/** Returns the model and the judge that most prompts of a library set in their eval.yml; absent if none sets one. */
export function modelsOfPrompts(root: string): SetModels {
  const ids = listPromptIds(root).slice(0, mostRead);
  const found = ids.map((id) => modelsIn(readDocument(root, 'eval', [`prompts/${id}/eval.yml`]).source?.value));
  const model = mostFrequent(found.map((one) => one.model));
  const judge = mostFrequent(found.map((one) => one.judge));
  return { ...(model !== undefined && { model }), ...(judge !== undefined && { judge }) };
}

/** Returns the models in the `defaults` of a file. */
function modelsIn(document: JsonValue | undefined): SetModels {
  const defaults = isObject(document) && isObject(document['defaults']) ? document['defaults'] : {};
  const judge = isObject(defaults['judge']) ? defaults['judge']['model'] : undefined;
  const { model } = defaults;
  return { ...(typeof model === 'string' && { model }), ...(typeof judge === 'string' && { judge }) };
}

function mostFrequent(names: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].reduce<readonly [string | undefined, number]>(
    (most, one) => (one[1] > most[1] ? one : most),
    [undefined, 0],
  )[0];
}
