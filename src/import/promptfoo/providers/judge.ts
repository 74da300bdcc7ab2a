import { findType } from '#provider/types/index.js';
import { findStart, modelNameOf, startOfModel } from '#provider/types/starts.js';
import type { ImportedModel } from '../imported.js';

/**
 * Returns the judge for a library whose configuration names none: the judge beside the type of its first model, at the same provider, or that
 * model itself at any other server. Undefined if no model can judge.
 */
export function judgeFor(models: readonly ImportedModel[]): string | undefined {
  const model = models.find((one) => canJudge(one));
  if (!model) return undefined;
  const { entry } = model;
  if (!entry) return besideBuiltIn(model.model);
  const { type, base_url: url } = entry.config;
  const judge = url === undefined ? findStart(String(type))?.judge : undefined;
  return judge ? `${entry.name}:${judge}` : model.model;
}

function canJudge({ entry }: ImportedModel): boolean {
  return !entry || findType(String(entry.config['type']))?.modelNames.isBuiltIn === true;
}

function besideBuiltIn(model: string): string {
  const start = startOfModel(model);
  return start && start.judge !== null && start.entry === undefined ? modelNameOf(start, start.judge) : model;
}
