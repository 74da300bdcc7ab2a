import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { problem } from '#errors/index.js';
import { placeholderHint } from '#errors/sentences/input/load/yaml.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import { type PlacedText, placeAt } from '../place.js';
import { maxDepth, tooDeep } from './scan.js';
import type { SourceChild, SourceNode } from './source-node.js';

/** The maximum number of values of a file, aliases expanded. Each 32 characters of text count as one more. */
const maxSize = 200_000;

/** Ends the conversion with a problem. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor(entry: Problem) {
    super(entry.message);
    this.problem = entry;
  }
}

/** How a document is converted. */
export interface Reading {
  /** Offsets of control characters that are reported already. */
  readonly odd: readonly number[];
  /** Allows merge keys, keys that are numbers or booleans, and tags of the core schema. */
  readonly foreign: boolean;
}

interface Conversion extends Reading {
  readonly text: PlacedText;
  /** The number of keys that merge keys may still bring. */
  readonly merges: { left: number };
  readonly problems: Problem[];
  /** The nearest key above the value that is being read. */
  readonly key?: string | undefined;
  /** The node of each anchor; `open` while its value is being read. */
  readonly anchors: Map<string, SourceNode | 'open'>;
}

/** Converts a parsed document to data with places. Refuses duplicate keys, keys that are not text, and endless aliases. */
export function toSourceNode(
  root: ParsedNode,
  text: PlacedText,
  how: Reading,
): { value: SourceNode; problems: readonly Problem[] } {
  const conversion: Conversion = { ...how, text, merges: { left: maxSize }, problems: [], anchors: new Map() };
  const value = convert(root, 0, conversion);
  return { value, problems: conversion.problems };
}

function convert(node: ParsedNode, depth: number, to: Conversion): SourceNode {
  if (depth > maxDepth) throw new Refusal(tooDeep(to.text, node.range[0]));
  if (isAlias(node)) return aliased(node, to);
  if (node.anchor) to.anchors.set(node.anchor, 'open');
  const converted = convertPlain(node, depth, to);
  if (node.anchor) to.anchors.set(node.anchor, converted);
  if (converted.size > maxSize) throw new Refusal(tooLarge(node.range[0], to));
  return converted;
}

function convertPlain(node: ParsedNode, depth: number, to: Conversion): SourceNode {
  if (isMap(node)) return mapping(node, depth, to);
  if (isSeq(node)) return list(node, depth, to);
  if (isScalar(node)) return scalar(node, to);
  throw new Error('a YAML node of an unknown kind');
}

function aliased(node: ParsedNode & { source: string }, to: Conversion): SourceNode {
  const target = to.anchors.get(node.source);
  const [start, end] = node.range;
  if (target !== undefined && target !== 'open') return { ...target, start, end, markEnd: end };
  const key = target === 'open' ? 'EVA_YAML_ALIAS:inside' : 'EVA_YAML_ALIAS:unknown';
  to.problems.push(problem(key, { alias: node.source }, { at: placeAt(to.text, start, end) }));
  return { value: null, start, end, markEnd: end, size: 1, flaw: 'unreadable' };
}

function scalar(node: Scalar.Parsed, to: Conversion): SourceNode {
  const [start, end] = node.range;
  const value = node.value as JsonValue;
  const isInfinite = typeof value === 'number' && !Number.isFinite(value);
  if (isInfinite) to.problems.push(badNumber(node, to));
  if (isInfinite || isTagged(node, to) || isOdd(node, to)) {
    return { value: null, start, end, markEnd: end, size: 1, flaw: 'unreadable' };
  }
  const size = 1 + (typeof value === 'string' ? Math.floor(value.length / 32) : 0);
  const plain = node.type === 'PLAIN' && node.source !== undefined ? { plain: node.source } : {};
  return { value, start, end, markEnd: end, size, ...plain };
}

/** Returns true if a node has a tag that eva does not read. */
function isTagged({ tag }: ParsedNode, { foreign }: Conversion): boolean {
  return tag !== undefined && !(foreign && tag.startsWith('tag:yaml.org,2002:'));
}

/** Returns true if a node contains a control character. */
function isOdd({ range }: ParsedNode, { odd }: Conversion): boolean {
  return odd.some((at) => at >= range[0] && at < range[1]);
}

function badNumber(node: Scalar.Parsed, to: Conversion): Problem {
  const at = placeAt(to.text, node.range[0], node.range[1]);
  return problem('EVA_YAML_NUMBER', { written: node.source ?? '' }, { at });
}

function list(node: YAMLSeq.Parsed, depth: number, to: Conversion): SourceNode {
  const items = node.items.map((item) => convert(item as ParsedNode, depth + 1, to));
  return { ...listNode(items, node.range[0], node.range[1]), ...(isTagged(node, to) && { flaw: 'incomplete' }) };
}

function mapping(node: YAMLMap.Parsed, depth: number, to: Conversion): SourceNode {
  const placeholder = placeholderIn(node);
  if (placeholder !== undefined) return unquoted(placeholder, node, to);
  const children = new Map<string, SourceChild>();
  /** The keys that are there by a merge key alone, so that a key of the mapping itself replaces them. */
  const merged = new Set<string>();
  let isWhole = !isTagged(node, to);
  for (const pair of node.items) {
    if (to.foreign && isMergeKey(pair.key as ParsedNode)) {
      const source = pair.value ? convert(pair.value as ParsedNode, depth + 1, to) : absent(pair.key as ParsedNode);
      if (!mergeInto({ children, merged }, source, to)) {
        to.problems.push(badMerge(pair.key as ParsedNode, to));
        isWhole = false;
      }
      continue;
    }
    const key = textKey(pair.key as ParsedNode, to);
    const value = pair.value
      ? convert(pair.value as ParsedNode, depth + 1, { ...to, key: key?.name })
      : absent(pair.key as ParsedNode);
    if (key === undefined) {
      isWhole = false;
      continue;
    }
    const first = children.get(key.name);
    if (first && !merged.delete(key.name)) to.problems.push(givenTwice(key, first, to));
    else children.set(key.name, { node: value, key });
  }
  return { ...mappingNode(children, node.range[0], node.range[1]), ...(!isWhole && { flaw: 'incomplete' }) };
}

function isMergeKey(node: ParsedNode | null): boolean {
  return isScalar(node) && node.type === 'PLAIN' && node.value === '<<';
}

interface Merging {
  readonly children: Map<string, SourceChild>;
  readonly merged: Set<string>;
}

/** Adds the keys of a mapping, or of each mapping of a list, that are not there yet. Returns false for any other value. */
function mergeInto(into: Merging, source: SourceNode, to: Conversion): boolean {
  const sources = Array.isArray(source.value)
    ? [...(source.children?.values() ?? [])].map(({ node }) => node)
    : [source];
  if (!sources.every(({ value }) => isObject(value))) return false;
  for (const [name, child] of sources.flatMap(({ children }) => [...(children ?? [])])) {
    to.merges.left -= 1;
    if (to.merges.left < 0) throw new Refusal(tooLarge(source.start, to));
    if (into.children.has(String(name))) continue;
    into.children.set(String(name), child);
    into.merged.add(String(name));
  }
  return true;
}

function badMerge(key: ParsedNode, to: Conversion): Problem {
  return problem('EVA_YAML_KEY:merged', 'a merge key (<<) takes a mapping or a list of mappings', {
    hint: 'name an anchor that is a mapping',
    at: placeAt(to.text, key.range[0], key.range[1]),
  });
}

/** Returns the name in a mapping that is a placeholder without quotes: `{{name}}`. */
function placeholderIn({ items }: YAMLMap.Parsed): string | undefined {
  const [{ key, value } = { key: null, value: null }, second] = items;
  if (second || value || !isMap(key) || key.items.length !== 1) return undefined;
  const [inner] = key.items;
  const name = inner && !inner.value && isScalar(inner.key) ? inner.key.value : undefined;
  return typeof name === 'string' && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : undefined;
}

/** Reports a placeholder that YAML reads as a mapping. Only the `content` of a messages.yml has placeholders; that of a case has references. */
function unquoted(name: string, { range: [start, end] }: YAMLMap.Parsed, to: Conversion): SourceNode {
  const at = placeAt(to.text, start, end);
  const isTemplate = to.key !== 'content' || /(?:^|\/)messages\.yml$/.test(to.text.file);
  const key = isTemplate ? (to.key ?? null) : null;
  to.problems.push(
    problem('EVA_YAML_KEY:placeholder', `without quotes, YAML reads {{${short(name)}}} as a mapping`, {
      hint: placeholderHint(name, key),
      at,
      fix: { key, name },
    }),
  );
  return { value: null, start, end, markEnd: end, size: 1, flaw: 'unreadable' };
}

interface Key {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function textKey(node: ParsedNode | null, to: Conversion): Key | undefined {
  const [start, end] = node?.range ?? [0, 1];
  const at = () => placeAt(to.text, start, end);
  const refuse = (found: Problem) => {
    to.problems.push(found);
    return undefined;
  };
  if (!isScalar(node))
    return refuse(
      problem('EVA_YAML_KEY:collection', 'a key is not a text', { hint: 'write it as a word or in quotes', at: at() }),
    );
  if (node.anchor) to.anchors.set(node.anchor, scalar(node, to));
  if (isOdd(node, to)) return undefined;
  if (isWholeNumber(node)) return { name: node.source ?? '', start, end };
  if (to.foreign && isPlainValue(node)) return { name: String(node.value), start, end };
  if (typeof node.value !== 'string') {
    return refuse(problem('EVA_YAML_KEY:not_text', { written: node.source ?? '' }, { at: at() }));
  }
  const isMerge = node.type === 'PLAIN' && node.value === '<<';
  if (isMerge)
    return refuse(
      problem('EVA_YAML_KEY:merge', 'eva does not read merge keys (<<)', {
        hint: 'write the keys out, or use an alias for a whole value',
        at: at(),
      }),
    );
  return { name: node.value, start, end };
}

/** Returns true for a number or a boolean that is written as one. */
function isPlainValue({ value, source = '' }: Scalar.Parsed): boolean {
  return source !== '' && (typeof value === 'boolean' || Number.isFinite(value));
}

/** Returns true for a whole number, which may be a key: the levels of a rubric. */
function isWholeNumber({ type, source = '' }: Scalar.Parsed): boolean {
  return type === 'PLAIN' && /^(0|[1-9]\d{0,3})$/.test(source);
}

function givenTwice(key: Key, first: SourceChild, to: Conversion): Problem {
  const line = placeAt(to.text, first.key?.start ?? 0).line;
  return problem('EVA_YAML_KEY:twice', `the key ${quoted(key.name)} is given twice`, {
    hint: `it is already on line ${line}`,
    at: placeAt(to.text, key.start, key.end),
    fix: { line },
  });
}

function absent(key: ParsedNode | null): SourceNode {
  const end = key?.range[1] ?? 0;
  return { value: null, start: end, end, markEnd: end, size: 1 };
}

function tooLarge(start: number, to: Conversion): Problem {
  return problem('EVA_YAML_LIMIT:aliases', `the file has more than ${maxSize} values once its aliases are expanded`, {
    hint: 'use fewer aliases, or shorter data',
    at: placeAt(to.text, start),
  });
}

/** Returns the node of a list at `[start, end)`. */
function listNode(items: readonly SourceNode[], start: number, end: number): SourceNode {
  return {
    value: items.map((item) => item.value),
    start,
    end,
    markEnd: items.length === 0 ? end : start + 1,
    size: items.reduce((sum, node) => sum + node.size, 1),
    children: new Map(items.map((item, index) => [index, { node: item }])),
  };
}

/** Returns the node of a mapping at `[start, end)`. Problems mark its first key if it has no brackets. */
function mappingNode(children: ReadonlyMap<string, SourceChild>, start: number, end: number): SourceNode {
  const key = children.values().next().value?.key;
  let size = 1;
  for (const { node } of children.values()) size += node.size;
  const markEnd = key?.start === start ? key.end : children.size === 0 ? end : start + 1;
  return { value: valueOfMapping(children), start, end, markEnd, size, children };
}

/** Returns the value of a mapping. Sets properties one by one, four times as fast as `Object.fromEntries`; `__proto__` needs care. */
function valueOfMapping(children: ReadonlyMap<string, SourceChild>): JsonObject {
  if (children.has('__proto__'))
    return Object.fromEntries(Array.from(children, ([name, { node }]) => [name, node.value]));
  const value: Record<string, JsonValue> = {};
  for (const [name, { node }] of children) value[name] = node.value;
  return value;
}
