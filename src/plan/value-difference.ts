import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';

/** A place at which two values differ; undefined where one of them has nothing there. */
export interface ValueDifference {
  readonly path: readonly (string | number)[];
  readonly was: JsonValue | undefined;
  readonly is: JsonValue | undefined;
}

/** Where two values differ, as deep as it can be told, in the order of the first. Keys of the name `at`, which are places, are left out. */
export function valueDifferences(
  was: JsonValue | undefined,
  is: JsonValue | undefined,
  path: ValueDifference['path'] = [],
): readonly ValueDifference[] {
  if (isObject(was) && isObject(is)) return inObjects(was, is, path);
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    return was.flatMap((one, index) => valueDifferences(one, is[index], [...path, index]));
  }
  return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path, was, is }];
}

function inObjects(was: JsonObject, is: JsonObject, path: ValueDifference['path']): readonly ValueDifference[] {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => key !== 'at');
  return keys.flatMap((key) => valueDifferences(own(was, key), own(is, key), [...path, key]));
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
