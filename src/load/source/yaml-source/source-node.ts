import type { JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { type PlacedText, placeAt } from '../place.js';

/** A value of a YAML file with where it stands. Offsets are UTF-16 units, ends excluded. */
export interface SourceNode {
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  /** The part that is marked when the value is spoken of: of a mapping, its first key. */
  readonly markEnd: number;
  /** A plain scalar as it is written. */
  readonly plain?: string;
  /** Nodes in this one, aliases followed: 1 for itself. */
  readonly size: number;
  readonly children?: ReadonlyMap<string | number, SourceChild>;
  readonly flaw?: Flaw;
}

/** `unreadable`: null stands for the value. `incomplete`: something of a list or mapping was left out, or it is not what it seems. */
export type Flaw = 'unreadable' | 'incomplete';

export interface FlawedPart {
  readonly path: readonly (string | number)[];
  readonly flaw: Flaw;
}

export interface SourceChild {
  readonly node: SourceNode;
  /** Where its key stands; absent in lists. */
  readonly key?: { readonly start: number; readonly end: number };
}

/** The node at a path, or undefined. */
export function nodeAt(root: SourceNode, path: readonly (string | number)[]): SourceNode | undefined {
  let node: SourceNode | undefined = root;
  for (const step of path) node = node?.children?.get(step)?.node;
  return node;
}

/** The parts of a tree that could not be read as they are written. */
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

/** Where the key or the value at a path stands; if it is not there, where the nearest part above it stands. */
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
