import { extname } from 'node:path';
import { discreet, type PlacedText, placeAt, placedText } from '#library/source/place.js';
import { parseYaml } from '#library/source/yaml-source.js';
import { lazy } from '#model/data/collections.js';
import { excessOf, fileBounds, isObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { type ConfigNode, entriesOf, itemsOf, madeOf, movedTo, nodeIn, nodeOf, partOf } from '../config-node.js';
import { type ConfigFolder, pathInFolder, whyUnread } from '../folder.js';
import { isPattern } from '../glob.js';
import { parseCsv } from '../rows/csv-rows.js';

/** The documents of each folder that were read, by their paths. */
const alreadyRead = new WeakMap<ConfigFolder, Map<string, Loaded<ConfigNode>>>();

/** Reads a YAML or JSON file of a configuration. An empty file is null, as promptfoo has it. */
export function readConfigDocument(folder: ConfigFolder, path: string, at: Place): Loaded<ConfigNode> {
  const file = pathInFolder(path);
  const documents = alreadyRead.get(folder) ?? new Map<string, Loaded<ConfigNode>>();
  alreadyRead.set(folder, documents);
  const known = documents.get(file);
  if (known) return known;
  const { value: text, problems } = folder.text(file, at);
  if (text === null) return { value: null, problems };
  const document = configDocument(text, file);
  documents.set(file, document);
  return document;
}

/** Reads the text of a YAML or JSON file. */
export function configDocument(text: string, file: string): Loaded<ConfigNode> {
  if (text.trim() === '') return { value: nodeOf(null, { file }), problems: [] };
  const json = extname(file).toLowerCase() === '.json' ? boundedJson(text) : undefined;
  if (json !== undefined) return jsonDocument(text, file, json);
  const { value, problems } = parseYaml(text, file, { foreign: true });
  if (problems[0]?.code === 'EVA_YAML_EMPTY') return { value: nodeOf(null, { file }), problems: [] };
  if (value && problems.length === 0) return { value: nodeIn(value), problems };
  return { value: null, problems: problems.map((one) => inWordsOf(file, one)) };
}

/** Returns a problem of YAML in words that fit JSON, or a text with a placeholder, which promptfoo has without a check before it. */
function inWordsOf(file: string, problem: Problem): Problem {
  const { variant, at } = problem;
  const isOpen = at?.source?.replace(/"[^"]*"|'[^']*'/g, '').includes('{{');
  if (/\.json$/i.test(file) && variant !== 'twice')
    return { ...problem, message: 'it is not valid JSON', hint: 'check the quotes, commas and brackets' };
  return isOpen
    ? { ...problem, message: 'a text with {{…}} needs quotes here', hint: 'put the whole text in quotes' }
    : problem;
}

/** Parses JSON within the bounds of files; undefined for any other text. */
export function boundedJson(text: string): JsonValue | undefined {
  try {
    return excessOf(text, fileBounds) ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

/** JSON is read as YAML, which finds keys that are there twice. Where YAML is stricter or eva's limits are lower, it is read as JSON. */
function jsonDocument(text: string, file: string, value: JsonValue): Loaded<ConfigNode> {
  // Outside of texts a tab is white space, which YAML does not allow everywhere; inside of texts JSON has none.
  const { value: source, problems } = parseYaml(text.replaceAll('\t', ' '), file, { foreign: true });
  const twice = problems.filter(({ variant }) => variant === 'twice');
  if (twice.length > 0) return { value: null, problems: twice };
  return {
    value: source && problems.length === 0 ? nodeIn(source) : nodeInJson(placedText(text, file), value),
    problems: [],
  };
}

/**
 * Returns the node of a sound JSON text that begins at an offset. Its places are found when they are asked for, so that a large text takes
 * little time. Without `placesKeys` a key has the place of its value.
 */
export function nodeInJson(placed: PlacedText, value: JsonValue, from = 0, placesKeys = true): ConfigNode {
  const start = afterSpace(placed.text, from);
  return nodeAt(placed, value, { key: start, start }, placesKeys);
}

/** The offset of a value, and that of the key that leads to it. */
interface Part {
  readonly key: number;
  readonly start: number;
}

function nodeAt(placed: PlacedText, value: JsonValue, { key, start }: Part, placesKeys: boolean): ConfigNode {
  const parts = lazy(() => partsAt(placed.text, start));
  return {
    value,
    file: placed.file,
    place: (on) => {
      const at = on === 'key' && placesKeys ? key : start;
      return discreet(placeAt(placed, at, endOf(placed.text, at)));
    },
    child(step) {
      const inner = partOf(value, step);
      const part = parts().get(step);
      return inner === undefined || !part ? undefined : nodeAt(placed, inner, part, placesKeys);
    },
  };
}

/** Returns the parts of the list or mapping that begins at an offset. */
function partsAt(text: string, start: number): ReadonlyMap<string | number, Part> {
  const parts = new Map<string | number, Part>();
  const isMapping = text[start] === '{';
  let at = afterSpace(text, start + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const key = at;
    if (isMapping) at = afterSpace(text, afterSpace(text, endOfText(text, at)) + 1);
    parts.set(isMapping ? (JSON.parse(text.slice(key, endOfText(text, key))) as string) : parts.size, {
      key,
      start: at,
    });
    at = afterSpace(text, endOf(text, at));
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return parts;
}

/** Returns the offset behind the value that begins at an offset. */
function endOf(text: string, start: number): number {
  if (text[start] === '"') return endOfText(text, start);
  if (text[start] !== '{' && text[start] !== '[') {
    scalar.lastIndex = start;
    return start + (scalar.exec(text)?.[0].length ?? 0);
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}

const scalar = /[^,\s\]}]*/y;

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (/[ \t\r\n]/.test(text[at] ?? '')) at++;
  return at;
}

/** A part of a configuration that was read from a file, or why that is impossible. */
type External = { readonly node: ConfigNode } | { readonly unread: string };

/** Returns true for the name of a program: JavaScript, TypeScript, Python or another language, with or without a function. */
export function isCodePath(path: string): boolean {
  return /\.(?:[cm]?[jt]s|py|rb|go)(?::[\w.]+)?$/i.test(path);
}

/** Reads what a text names if it begins with `file://`; undefined for any other node, and for a program. */
export function readExternal(node: ConfigNode, folder: ConfigFolder): External | undefined {
  const { value } = node;
  if (typeof value !== 'string' || !value.startsWith('file://') || isCodePath(value)) return undefined;
  if (/\{\{|\{%/.test(value)) return { unread: 'its path is a template, and eva reads no environment variable' };
  return isPattern(value) ? readAll(node, value, folder) : readOne(value, node.place(), folder);
}

/** Reads the files of a pattern as one list: the items of lists, and each other document as it is. */
function readAll(node: ConfigNode, pattern: string, folder: ConfigFolder): External {
  const { files, refused } = folder.find(pattern);
  if (refused !== undefined) return { unread: refused };
  if (files.length === 0) return { unread: 'no file fits this pattern' };
  const items: ConfigNode[] = [];
  for (const file of files) {
    const read = readOne(file, node.place(), folder);
    if ('unread' in read) return read;
    if (read.node.value !== null) items.push(...itemsOf(read.node));
  }
  return { node: madeOf(items, node) };
}

function readOne(path: string, at: Place, folder: ConfigFolder): External {
  if (/\.(?:ya?ml|json)$/i.test(path)) {
    const { value, problems } = readConfigDocument(folder, path, at);
    return value ? { node: value } : { unread: whyUnread(problems) };
  }
  const { value: text, problems } = folder.text(path, at);
  if (text === null) return { unread: whyUnread(problems) };
  const file = path.replace(/^file:\/\//, '');
  if (!/\.csv$/i.test(path)) return { node: nodeOf(text, { file }) };
  const rows = parseCsv(text);
  if ('flaw' in rows) return { unread: rows.flaw };
  const isColumn = rows.header.length === 1;
  return {
    node: nodeOf(
      rows.records.map(({ values }) => (isColumn ? (values[rows.header[0] ?? ''] ?? '') : values)),
      { file },
    ),
  };
}

/** What `readExternals` does with a text that cannot be read, such as to list it. */
type OnUnread = (node: ConfigNode, reason: string) => void;

/**
 * Replaces each text below a node that begins with `file://` by the content of the file, as promptfoo does in files of tests and of
 * providers. Leaves variables, which are read for each test, and programs. What assertions name and cannot be read is left to their readers.
 */
export function readExternals(node: ConfigNode, folder: ConfigFolder, onUnread: OnUnread): ConfigNode {
  const external = readExternal(node, folder);
  if (external && 'node' in external) return movedTo(external.node, node);
  if (external) onUnread(node, external.unread);
  if (Array.isArray(node.value)) {
    return withParts(
      node,
      itemsOf(node),
      (items) => items,
      (item) => readExternals(item, folder, onUnread),
    );
  }
  if (!isObject(node.value)) return node;
  const keys = entriesOf(node).map(([key]) => key);
  const parts = entriesOf(node).map(([, part]) => part);
  const read = (part: ConfigNode, index: number) =>
    keys[index] === 'vars' ? part : readExternals(part, folder, keys[index] === 'assert' ? () => {} : onUnread);
  return withParts(node, parts, (all) => new Map(all.map((part, index) => [keys[index] ?? '', part])), read);
}

function withParts(
  node: ConfigNode,
  parts: readonly ConfigNode[],
  made: (parts: readonly ConfigNode[]) => readonly ConfigNode[] | ReadonlyMap<string, ConfigNode>,
  change: (part: ConfigNode, index: number) => ConfigNode,
): ConfigNode {
  const changed = parts.map(change);
  return changed.some((part, index) => part !== parts[index]) ? madeOf(made(changed), node) : node;
}

/** Reads JSON or YAML. JSON with too many levels is read as YAML, which has a problem for it. */
export function readData(text: string, file: string): Loaded<{ readonly data: JsonValue }> {
  try {
    if (excessOf(text)) throw new SyntaxError('the data is too deep');
    return { value: { data: JSON.parse(text) }, problems: [] };
  } catch {
    const { value, problems } = parseYaml(text, file);
    return { value: value && problems.length === 0 ? { data: value.value } : null, problems };
  }
}
