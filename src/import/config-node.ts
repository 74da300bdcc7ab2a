import { discreet, type Path, valueAt } from '#library/source/place.js';
import type { YamlSource } from '#library/source/yaml-source.js';
import { isObject, type JsonValue } from '#model/data/json.js';
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
export function childText(node: ConfigNode, key: string): string | undefined {
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
      const inner = partOf(value, step);
      return inner === undefined ? undefined : nodeOf(inner, at);
    },
  };
}

/** Returns the node at a path of a parsed file. */
export function nodeIn(source: YamlSource, path: Path = []): ConfigNode {
  return nodeAt(source, path, valueAt(source.value, path) ?? null);
}

function nodeAt(source: YamlSource, path: Path, value: JsonValue): ConfigNode {
  const place = (on: 'key' | 'value' = 'value') => discreet(source.place(path, on));
  return {
    value,
    file: source.place([]).file,
    place,
    child(step) {
      const inner = partOf(value, step);
      return inner === undefined ? undefined : nodeAt(source, [...path, step], inner);
    },
  };
}

/** Returns a node with other parts than the file has: those of a list, or those of a mapping by their keys. Its place is that of `at`. */
export function madeOf(parts: readonly ConfigNode[] | ReadonlyMap<string, ConfigNode>, at: ConfigNode): ConfigNode {
  const value = Array.isArray(parts)
    ? (parts as readonly ConfigNode[]).map((part) => part.value)
    : Object.fromEntries([...(parts as ReadonlyMap<string, ConfigNode>)].map(([key, part]) => [key, part.value]));
  return {
    value,
    file: at.file,
    place: (on) => at.place(on),
    child: (step) =>
      Array.isArray(parts)
        ? (parts as readonly ConfigNode[])[Number(step)]
        : (parts as ReadonlyMap<string, ConfigNode>).get(String(step)),
  };
}

/** Returns a node with the place of another one, such as that of the reference which leads to it. */
export function movedTo(node: ConfigNode, at: ConfigNode): ConfigNode {
  return { ...node, file: at.file, place: (on) => at.place(on) };
}

/** Returns the part of a list or mapping at an index or key. */
export function partOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(step)];
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
