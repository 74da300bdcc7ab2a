import type { JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { type PlacedText, placeAt } from '../place.js';

/** A value of a YAML file and its place. Offsets are UTF-16 units, ends excluded. */
export interface SourceNode {
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  /** The end of the part that problems mark: of a mapping, its first key. */
  readonly markEnd: number;
  /** The text of a plain scalar, as it is written. */
  readonly plain?: string;
  /** The number of nodes in this one, itself and aliases included. */
  readonly size: number;
  readonly children?: ReadonlyMap<string | number, SourceChild>;
  readonly flaw?: Flaw;
}

/** `unreadable`: null replaces the value. `incomplete`: a part of a list or mapping is missing or differs from the file. */
export type Flaw = 'unreadable' | 'incomplete';

export interface FlawedPart {
  readonly path: readonly (string | number)[];
  readonly flaw: Flaw;
}

export interface SourceChild {
  readonly node: SourceNode;
  /** The place of its key; absent in lists. */
  readonly key?: { readonly start: number; readonly end: number };
}

/** Returns the node at a path, or undefined. */
export function nodeAt(root: SourceNode, path: readonly (string | number)[]): SourceNode | undefined {
  let node: SourceNode | undefined = root;
  for (const step of path) node = node?.children?.get(step)?.node;
  return node;
}

/** Lists the parts of a tree that could not be read as they are written. */
export function flawedParts(root: SourceNode): readonly FlawedPart[] {
  const found: FlawedPart[] = [];
  const open: { node: SourceNode; path: FlawedPart['path'] }[] = [{ node: root, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    if (node.flaw) found.push({ path, flaw: node.flaw });
    for (const [step, child] of node.children ?? []) open.push({ node: child.node, path: [...path, step] });
  }
  return found;
}

/** Returns the place of the key or the value at a path; if it is missing, the place of the nearest part above it. */
export function placeOf(
  root: SourceNode,
  text: PlacedText,
  path: readonly (string | number)[],
  on: 'key' | 'value',
): Place {
  let last: SourceChild = { node: root };
  let depth = 0;
  for (const step of path) {
    const child = last.node.children?.get(step);
    if (!child) break;
    last = child;
    depth += 1;
  }
  const isWhole = depth === path.length;
  const { node, key } = last;
  if (key && (node.value === null || (isWhole && on === 'key'))) return placeAt(text, key.start, key.end);
  return placeAt(text, node.start, node.markEnd);
}
