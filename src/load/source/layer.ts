import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { valueAt } from './place.js';
import type { YamlSource } from './yaml-source.js';

/** The settings of one mapping of a file. The nearest layer that has a setting overrides the others. */
export interface Layer {
  readonly values: JsonObject;
  readonly at: (key: string) => Place;
}

/** Returns the settings of the mapping at a path as a layer; none if there is no mapping. */
export function layerAt(source: YamlSource | null, path: readonly (string | number)[]): readonly Layer[] {
  if (!source) return [];
  const values = valueAt(source.value, path);
  if (!isObject(values)) return [];
  return [{ values, at: (key) => source.place([...path, key]) }];
}

/** A setting and its place in the file. The place is computed on demand, since most settings have no problem. */
interface Setting {
  readonly value: JsonValue;
  readonly at: Place;
}

/** Returns a setting from the first layer that has it. */
export function nearestSetting(layers: readonly Layer[], key: string): Setting | undefined {
  for (const { values, at } of layers) {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) continue;
    return {
      value,
      get at() {
        return at(key);
      },
    };
  }
  return undefined;
}

/** Returns a number from the first layer that has it. */
export function nearestNumber(layers: readonly Layer[], key: string): number | undefined {
  const value = nearestSetting(layers, key)?.value;
  return typeof value === 'number' ? value : undefined;
}
