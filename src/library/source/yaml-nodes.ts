import { isAlias, isMap, isScalar, isSeq, Lexer, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { controlCharacter } from '#model/text/characters.js';
import { quoted, short } from '#model/text/quoted.js';
import { type PlacedText, placeAt } from './place.js';

/** The maximum number of values of a file, aliases expanded. Each 32 characters of text count as one more. */
const maxSize = 200_000;

/** Ends the conversion with a problem. */
export class YamlRefusal extends Error {
  readonly problem: Problem;

  constructor(entry: Problem) {
    super(entry.message);
    this.problem = entry;
  }
}

/** How a document is converted. */
export interface YamlReading {
  /** Offsets of control characters that are reported already. */
  readonly odd: readonly number[];
  /** Allows merge keys, keys that are numbers or booleans, and tags of the core schema. */
  readonly foreign: boolean;
}

interface Conversion extends YamlReading {
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
  how: YamlReading,
): { value: SourceNode; problems: readonly Problem[] } {
  const conversion: Conversion = { ...how, text, merges: { left: maxSize }, problems: [], anchors: new Map() };
  const value = convert(root, 0, conversion);
  return { value, problems: conversion.problems };
}

function convert(node: ParsedNode, depth: number, to: Conversion): SourceNode {
  if (depth > maxDepth) throw new YamlRefusal(tooDeep(to.text, node.range[0]));
  if (isAlias(node)) return aliased(node, to);
  if (node.anchor) to.anchors.set(node.anchor, 'open');
  const converted = convertPlain(node, depth, to);
  if (node.anchor) to.anchors.set(node.anchor, converted);
  if (converted.size > maxSize) throw new YamlRefusal(tooLarge(node.range[0], to));
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
  const alias = `the alias *${short(node.source)}`;
  const hint = 'if it is a text, put it in quotes';
  const at = placeAt(to.text, start, end);
  to.problems.push(
    target === 'open'
      ? problem('EVA_YAML_ALIAS:inside', `${alias} is inside its own anchor`, { hint, at })
      : problem('EVA_YAML_ALIAS:unknown', `${alias} has no anchor above it`, { hint, at }),
  );
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
  return problem('EVA_YAML_NUMBER', `${quoted(node.source ?? '').slice(1, -1)} is not a finite number`, {
    hint: 'write a number, or put a text in quotes',
    at,
  });
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
    if (to.merges.left < 0) throw new YamlRefusal(tooLarge(source.start, to));
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
    const written = quoted(node.source ?? '').slice(1, -1) || 'before ":"';
    return refuse(
      problem('EVA_YAML_KEY:not_text', `the key ${written} is not a text`, { hint: 'put the key in quotes', at: at() }),
    );
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

/** The maximum nesting of a file. Deeper files are refused before recursive code reads them. */
export const maxDepth = 100;

/** The maximum number of tokens. 20,000 keys with values have 140,000. */
const maxTokens = 400_000;

const everyControl = new RegExp(controlCharacter, 'g');

/** The maximum number of problems of one kind. A file with more is not YAML. */
const maxFound = 100;

interface Scan {
  readonly problems: readonly Problem[];
  /** The tokens of the text without refused characters, with the same offsets; null if the text must not be parsed. */
  readonly tokens: readonly string[] | null;
  /** Offsets of control characters. */
  readonly odd: readonly number[];
}

/** The tags that other tools read and that change no kind of value but their own. */
const foreignTags: readonly string[] = ['!!str', '!!int', '!!float', '!!bool', '!!null', '!!map', '!!seq'];

/** Splits a text into tokens. Reports control characters, tags, directives and excesses, which the parser must not see. */
export function scan(text: PlacedText, isForeign = false): Scan {
  const characters = controlCharacters(text);
  const { problems, tokens } = scanTokens(text, characters.readable, isForeign ? foreignTags : []);
  const isHopeless = characters.problems.length >= maxFound || problems.length >= maxFound;
  return {
    problems: [...characters.problems, ...problems],
    tokens: isHopeless ? null : tokens,
    odd: characters.odd,
  };
}

/** Reports control characters, each once per line. */
function controlCharacters(text: PlacedText): Omit<Scan, 'tokens'> & { readonly readable: string } {
  const odd: number[] = [];
  const problems = new Map<string, Problem>();
  for (const { index } of text.text.matchAll(everyControl)) {
    if (problems.size >= maxFound) break;
    odd.push(index);
    const entry = oddCharacter(text, index);
    problems.set(`${entry.at?.line} ${entry.message}`, entry);
  }
  const readable = odd.length === 0 ? text.text : text.text.replace(everyControl, '\uFFFD');
  return { problems: [...problems.values()], readable, odd };
}

function oddCharacter(text: PlacedText, at: number): Problem {
  const code = text.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return problem('EVA_BAD_CHARACTER:yaml', `the file has the control character U+${short(code)}`, {
    hint: `remove it, or write it as "\\u${short(code)}" in a double-quoted text`,
    at: placeAt(text, at),
  });
}

/** Reports tags and replaces each by "!", with which the parser reads the value as a text. */
function scanTokens(text: PlacedText, readable: string, tags: readonly string[]): Omit<Scan, 'odd'> {
  const nesting = newNesting();
  const problems: Problem[] = [];
  const tokens: string[] = [];
  let withoutTags = readable;
  let offset = 0;
  let count = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(readable)) {
    tokens.push(token);
    // Marks of the lexer have no characters in the text.
    if (token === '\u0002' || token === '\u0018' || token === scalarMark) {
      isScalar = token === scalarMark;
      continue;
    }
    if (!isScalar) {
      const refused = directive(token, text, offset) ?? nesting.next(token, text, offset);
      if (refused) return { problems: [...problems, refused], tokens: null };
      if (token.startsWith('!') && !tags.includes(token)) {
        problems.push(tag(token, text, offset));
        withoutTags = `${withoutTags.slice(0, offset)}${'!'.padEnd(token.length)}${withoutTags.slice(offset + token.length)}`;
        if (problems.length >= maxFound) break;
      }
    }
    isScalar = false;
    offset += token.length;
    count += 1;
    if (count > maxTokens) return { problems: [...problems, tooManyTokens(text.file)], tokens: null };
  }
  return { problems, tokens: withoutTags === readable ? tokens : [...new Lexer().lex(withoutTags)] };
}

const scalarMark = '\u001f';

function tag(token: string, text: PlacedText, offset: number): Problem {
  return problem('EVA_YAML_TAG:tag', `eva does not read tags such as ${token.slice(0, 40)}`, {
    hint: 'remove it; put a text in quotes, and write other values plainly',
    at: placeAt(text, offset, offset + token.length),
  });
}

function directive(token: string, text: PlacedText, offset: number): Problem | undefined {
  if (!token.startsWith('%')) return undefined;
  const at = placeAt(text, offset, offset + token.length);
  return problem('EVA_YAML_TAG:directive', 'eva does not read directives such as %YAML', {
    hint: 'remove the line',
    at,
  });
}

function tooManyTokens(file: string): Problem {
  return problem('EVA_YAML_LIMIT:tokens', `the file has more than ${maxTokens} tokens`, {
    hint: 'keep long data in a file of its own and name it under "files:"',
    at: { file },
  });
}

interface Nesting {
  next(token: string, text: PlacedText, offset: number): Problem | undefined;
}

/** Counts open brackets, and the `- `, `? ` and `: ` of a line outside brackets. */
function newNesting(): Nesting {
  let open = 0;
  let onLine = 0;
  return {
    next(token, text, offset) {
      if (token === '[' || token === '{') open += 1;
      else if (token === ']' || token === '}') open = Math.max(0, open - 1);
      else if (token.endsWith('\n')) onLine = 0;
      else if (open === 0 && (token === '-' || token === '?' || token === ':')) onLine += 1;
      return open > maxDepth || onLine > maxDepth ? tooDeep(text, offset) : undefined;
    },
  };
}

/** Returns the problem of a file that is nested deeper than `maxDepth`. */
export function tooDeep(text: PlacedText, offset: number): Problem {
  return problem('EVA_YAML_LIMIT:depth', `the file is nested more than ${maxDepth} levels deep`, {
    hint: 'use fewer levels',
    at: placeAt(text, offset),
  });
}

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
type Flaw = 'unreadable' | 'incomplete';

export interface FlawedPart {
  readonly path: readonly (string | number)[];
  readonly flaw: Flaw;
}

interface SourceChild {
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
export function placeOfNode(
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

/** Keys whose texts have placeholders. */
const keysOfTemplates = ['content', 'text', 'given', 'when'];

function placeholderHint(name: string, key: string | null): string {
  if (key === 'file') return `write file: { input: ${short(name)} }`;
  if (key !== null && keysOfTemplates.includes(key)) return `put the text in quotes: ${key}: "{{${short(name)}}}"`;
  return `in a check write { input: ${short(name)} } for the value of the input; elsewhere put the text in quotes`;
}
