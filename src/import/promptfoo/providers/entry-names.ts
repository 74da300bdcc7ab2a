import { builtInConfig, findType } from '#provider/types/index.js';
import { findStart, modelNameOf } from '#provider/types/starts.js';
import type { ProviderEntry } from '../../draft.js';
import type { Target } from './target.js';

/** A model as eva names it, with the entry of eva.yml that it needs. */
export interface NamedModel {
  readonly model: string;
  readonly entry?: ProviderEntry;
}

/** Names the model of a target. Equal entries share a name; an entry never has the name of a built-in provider. */
export function nameModel(target: Target, taken: Map<string, string>): NamedModel {
  const { type, model } = target;
  if (!target.entry) return { model: builtInName(type, model) };
  const entry = nameEntry(target.entry, taken);
  const isProgram = findType(type)?.modelNames.isBuiltIn === false;
  return { model: isProgram ? `${type}:${entry.name}` : `${entry.name}:${model}`, entry };
}

/** Returns the full name of a model of a built-in provider. */
export function builtInName(type: string, model: string): string {
  const start = findStart(type);
  return start ? modelNameOf(start, model) : `${type}:${model}`;
}

function nameEntry({ name, config }: ProviderEntry, taken: Map<string, string>): ProviderEntry {
  const settings = JSON.stringify(config);
  const stem = name.replace(/[^A-Za-z0-9_.-]+/g, '-').replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '') || 'model';
  for (let number = 1; ; number++) {
    const own = number === 1 ? stem : `${stem}-${number}`;
    const known = taken.get(own) ?? (builtInConfig(own) || findType(own) ? '' : settings);
    if (known !== settings) continue;
    taken.set(own, settings);
    return { name: own, config };
  }
}
