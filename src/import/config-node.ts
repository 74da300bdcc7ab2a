import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';

/** A value of a foreign file, with the place where it is written. */
export interface ConfigNode {
  readonly value: JsonValue;
  /** The file in which it is written: its path from the folder of the configuration, with forward slashes. */
  readonly file: string;
  /** Returns the place of the value or, with `key`, of the key that leads to it. */
  place(on?: 'key' | 'value'): Place;
  /** Returns the value of a key of a mapping, or of an index of a list; undefined if it is absent. */
  child(step: string | number): ConfigNode | undefined;
}

/** Returns the items of a list; the value itself as the only item if it is no list. */
export function itemsOf(node: ConfigNode): readonly ConfigNode[] {
  if (!Array.isArray(node.value)) return [node];
  return node.value.flatMap((_, index) => node.child(index) ?? []);
}

/** Returns the keys of a mapping with their values; none if it is no mapping. */
export function entriesOf(node: ConfigNode): readonly (readonly [key: string, value: ConfigNode])[] {
  if (!isObject(node.value)) return [];
  return Object.keys(node.value).flatMap((key) => {
    const value = node.child(key);
    return value ? [[key, value] as const] : [];
  });
}

/** Returns a text at a key of a mapping; undefined if there is none, or another value. */
export function textAt(node: ConfigNode, key: string): string | undefined {
  const value = node.child(key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Returns a node for a value that has no text of its own, such as the cell of a row: each of its parts has the place of the whole. */
export function nodeOf(value: JsonValue, at: Place): ConfigNode {
  return {
    value,
    file: at.file,
    place: () => at,
    child(step) {
      const inner = Array.isArray(value)
        ? (value as readonly JsonValue[])[Number(step)]
        : isObject(value) && Object.hasOwn(value, step)
          ? (value as JsonObject)[step]
          : undefined;
      return inner === undefined ? undefined : nodeOf(inner, at);
    },
  };
}
