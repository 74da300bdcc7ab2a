import { parseYaml, type YamlSource } from '#load/source/yaml-source.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place } from '#model/problem.js';
import type { ConfigNode } from './config-node.js';
import type { ConfigFolder } from './folder.js';

type Path = readonly (string | number)[];

/** Reads a YAML or JSON file of a folder as a node. Problems of reading it have `at` as their place. */
export function readNode(folder: ConfigFolder, path: string, at: Place): Loaded<ConfigNode> {
  const { value: text, problems } = folder.text(path, at);
  return text === null ? { value: null, problems } : yamlNode(text, path);
}

/** Reads a text of YAML or JSON as a node whose parts have their places. `file` is the name for places. */
export function yamlNode(text: string, file: string): Loaded<ConfigNode> {
  const { value: source, problems } = parseYaml(text, file);
  if (!source || problems.length > 0) return { value: null, problems };
  return { value: partOf(source, source.value, []), problems };
}

function partOf(source: YamlSource, value: JsonValue, path: Path): ConfigNode {
  return {
    value,
    file: source.place([]).file,
    place: (on = 'value') => source.place(path, on),
    child(step) {
      const inner = innerOf(value, step);
      return inner === undefined ? undefined : partOf(source, inner, [...path, step]);
    },
  };
}

function innerOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(step)];
  return isObject(value) && Object.hasOwn(value, step) ? (value as JsonObject)[step] : undefined;
}
