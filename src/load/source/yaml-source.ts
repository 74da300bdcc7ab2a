import { isObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place } from '#model/problem.js';
import { placedText } from './place.js';
import { readNodes } from './yaml-source/nodes.js';
import { scan } from './yaml-source/scan.js';
import { type FlawedPart, flawedParts, nodeAt, placeOf, type SourceNode } from './yaml-source/source-node.js';

/** The data of a YAML file and the place of each part. A missing part has the place of the nearest part above it. */
export interface YamlSource {
  readonly value: JsonValue;
  /** The parts that could not be read as they are written, each with a problem of its own. */
  readonly flaws: readonly FlawedPart[];
  place(path: readonly (string | number)[], on?: 'key' | 'value'): Place;
  /** Returns a plain scalar as it is written (`1.10`, `007`, `yes`); undefined for anything else. */
  scalarText(path: readonly (string | number)[]): string | undefined;
  /** Returns the offsets of a value in the text, quotes included, for changes in place. */
  range(path: readonly (string | number)[]): { readonly start: number; readonly end: number } | undefined;
}

/**
 * Reads YAML 1.2 (core schema, no tags, one document). `file` is the name for places. Never throws, whatever the text. The
 * value exists even with problems that leave the rest readable; use it only if there is no error.
 */
export function parseYaml(text: string, file: string): Loaded<YamlSource> {
  const placed = placedText(text, file);
  const scanned = scan(placed);
  if (scanned.tokens === null) return { value: null, problems: scanned.problems };
  const { value: root, problems } = readNodes(placed, scanned.tokens, scanned);
  // Control characters may cause further errors, which are not reported.
  if (!root && scanned.odd.length > 0) return { value: null, problems: scanned.problems };
  const all = [...scanned.problems, ...problems];
  return { value: root && sourceOf(root, placed, all.length > 0), problems: all };
}

/** Returns true if a file is a mapping, as all documents of a library are. */
export function isMapping({ value }: YamlSource): boolean {
  return isObject(value);
}

function sourceOf(root: SourceNode, placed: ReturnType<typeof placedText>, isFlawed: boolean): YamlSource {
  return {
    value: root.value,
    flaws: isFlawed ? flawedParts(root) : [],
    place: (path, on = 'value') => placeOf(root, placed, path, on),
    scalarText: (path) => nodeAt(root, path)?.plain,
    range: (path) => {
      const node = nodeAt(root, path);
      return node && { start: node.start, end: node.end };
    },
  };
}
