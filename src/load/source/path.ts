import { isObject, type JsonValue } from '#model/data/json.js';

/** The keys and indexes that lead from the top of a document to one of its parts. */
export type Path = readonly (string | number)[];

/** Returns the value at a path, or undefined. */
export function valueAt(root: JsonValue, path: Path): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, JsonValue>>)[step];
  }
  return value;
}

/** Returns the paths of the mappings in the list at a path; none without a list. */
export function mappingsIn(root: JsonValue, path: Path): readonly Path[] {
  const list = valueAt(root, path);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: JsonValue, index) => (isObject(item) ? [[...path, index]] : []));
}
