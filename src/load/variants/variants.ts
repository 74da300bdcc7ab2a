import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import type { Layer } from '../source/layer.js';
import { valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';
import type { CaseFiles } from './cases-of.js';

/** One of the models in `defaults.models`, with its settings. */
export interface Variant {
  /** Its `name`, else its model. */
  readonly name: string;
  readonly model: string;
  readonly layer: Layer;
  /** Where the name is written. */
  readonly at: Place;
}

/** The variant that a run evaluates. */
export interface VariantChoice {
  /** The name of a variant, else a model that replaces every model under test. Default: the first variant of the file. */
  readonly variant?: string | undefined;
  /** The prompt whose cases replace those of the prompt; undefined for those of its files. */
  readonly cases_of?: string | undefined;
}

/** The variants of a file, and the choice of a run. */
export interface ChosenVariant {
  readonly all: readonly Variant[];
  /** null without variants, or if another model replaces all. */
  readonly chosen: Variant | null;
  /** The model that replaces every model under test, as the nearest layer; empty without one. */
  readonly override: readonly Layer[];
  /** False if the file of the cases does not list the variants: its `models` are then about other variants. */
  readonly areOfCases: boolean;
}

/** The choice for files without variants. */
export const noVariants: ChosenVariant = { all: [], chosen: null, override: [], areOfCases: true };

/** Reads `defaults.models`, and chooses a variant or another model. The file of a prompt wins over that of the cases. */
export function chooseVariant({ cases, own }: CaseFiles, { variant }: VariantChoice): ChosenVariant {
  const areOfCases = ['model', 'models'].every((key) => own?.document.holds(['defaults', key]) !== true);
  const { source } = areOfCases || !own ? cases : own;
  const all = readVariants(source);
  const chosen = (variant === undefined ? all[0] : all.find(({ name }) => name === variant)) ?? null;
  const isOther = variant !== undefined && chosen === null;
  return { all, chosen, override: isOther ? [overrideLayer(variant)] : [], areOfCases };
}

/** Returns the readable variants of a file, the first of each name. */
function readVariants(source: YamlSource): readonly Variant[] {
  const items = valueAt(source.value, ['defaults', 'models']);
  if (!Array.isArray(items)) return [];
  const seen = new Set<string>();
  return items.flatMap((item: JsonValue, index) => {
    const variant = readVariant(source, item, index);
    if (!variant || seen.has(variant.name)) return [];
    seen.add(variant.name);
    return [variant];
  });
}

/** Returns the variant of an item; null if it has no model. */
export function readVariant(source: YamlSource, item: JsonValue, index: number): Variant | null {
  const path = ['defaults', 'models', index];
  if (typeof item === 'string') {
    const at = () => source.place(path);
    return { name: item, model: item, layer: { values: { model: item }, at, keyAt: at }, at: at() };
  }
  if (!isObject(item) || typeof item['model'] !== 'string') return null;
  const { name, ...values } = item as JsonObject & { readonly model: string };
  const isNamed = typeof name === 'string';
  return {
    name: isNamed ? name : values.model,
    model: values.model,
    layer: {
      values,
      at: (...inside) => source.place([...path, ...inside]),
      keyAt: (...inside) => source.place([...path, ...inside], 'key'),
    },
    at: source.place([...path, isNamed ? 'name' : 'model']),
  };
}

/** Returns the layer of a model from the command line, whose place is its flag. */
function overrideLayer(model: string): Layer {
  const at = () => ({ file: `--model ${model}` });
  return { values: { model }, at, keyAt: at };
}
