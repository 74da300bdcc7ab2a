import { isObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place } from '#model/problem.js';
import { placedText } from './place.js';
import { readNodes } from './yaml-source/nodes.js';
import { scan } from './yaml-source/scan.js';
import { type FlawedPart, flawedParts, nodeAt, placeOf, type SourceNode } from './yaml-source/source-node.js';

/** A YAML file's data, with where each part of it stands. Keys that lead nowhere are placed at the nearest part above. */
export interface YamlSource {
  readonly value: JsonValue;
  /** What could not be read as it is written, each with a problem of its own. */
  readonly flaws: readonly FlawedPart[];
  place(path: readonly (string | number)[], on?: 'key' | 'value'): Place;
  /** A plain scalar as it is written (`1.10`, `007`, `yes`); undefined for anything else. */
  scalarText(path: readonly (string | number)[]): string | undefined;
  /** Offsets of a value in the text, quotes included, for changes in place. */
  range(path: readonly (string | number)[]): { readonly start: number; readonly end: number } | undefined;
}

/**
 * Reads YAML 1.2 (core schema, no tags, one document). `file` is the name for places. Never throws for what a text holds. Mistakes that
 * leave the rest readable do not take the value away: whoever uses it must look at the problems first.
 */
export function parseYaml(text: string, file: string): Loaded<YamlSource> {
  const placed = placedText(text, file);
  const scanned = scan(placed);
  if (scanned.tokens === null) return { value: null, problems: scanned.problems };
  const { value: root, problems } = readNodes(placed, scanned.tokens, scanned);
  // What a control character broke is not told as well.
  if (!root && scanned.odd.length > 0) return { value: null, problems: scanned.problems };
  const all = [...scanned.problems, ...problems];
  return { value: root && sourceOf(root, placed, all.length > 0), problems: all };
}

/** True if a file holds a mapping, as every document of a library does. */
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
