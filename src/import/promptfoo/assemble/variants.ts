import type { JsonObject } from '#model/data/json.js';
import type { ImportedModel } from '../imported.js';

/** The models of a prompt in the words of eval.yml. */
export interface Variants {
  /** `model` with its settings, or `models`. */
  readonly defaults: JsonObject;
  /** The name of each model in `models:` of a case. */
  readonly nameOf: ReadonlyMap<ImportedModel, string>;
}

/** Writes one model into `defaults`, and several as variants with unique names. */
export function variantsOf(models: readonly ImportedModel[]): Variants {
  const [only, second] = models;
  if (!only) return { defaults: {}, nameOf: new Map() };
  if (!second) return { defaults: { model: only.model, ...only.settings }, nameOf: new Map([[only, only.model]]) };
  const taken = new Set<string>();
  const nameOf = new Map<ImportedModel, string>();
  const items = models.map((one) => {
    const name = freeName(one.label ?? one.model, taken);
    nameOf.set(one, name);
    const isPlain = name === one.model && Object.keys(one.settings).length === 0;
    return isPlain ? name : { ...(name !== one.model && { name }), model: one.model, ...one.settings };
  });
  return { defaults: { models: items }, nameOf };
}

function freeName(wished: string, taken: Set<string>): string {
  const base =
    wished
      .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
      .trim()
      .slice(0, 160) || 'model';
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base} (${count})`;
  taken.add(name);
  return name;
}

/** Removes models that would send the same requests as an earlier one to the same prompts. */
export function distinctModels(models: readonly ImportedModel[]): {
  readonly kept: readonly ImportedModel[];
  readonly repeated: readonly ImportedModel[];
} {
  const seen = new Set<string>();
  const [kept, repeated]: [ImportedModel[], ImportedModel[]] = [[], []];
  for (const one of models) {
    const key = JSON.stringify([one.model, one.settings, one.entry ?? null, one.prompts ?? null]);
    (seen.has(key) ? repeated : kept).push(one);
    seen.add(key);
  }
  return { kept, repeated };
}
