import { Composer, isScalar, Parser } from 'yaml';
import type { JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { discreet, type PlacedText, placeAt, placedText } from './place.js';
import { refused } from './read-file.js';
import { syntaxProblem } from './syntax-problem.js';
import {
  type FlawedPart,
  flawedParts,
  nodeAt,
  placeOfNode,
  type SourceNode,
  scan,
  tooDeep,
  toSourceNode,
  type YamlReading,
  YamlRefusal,
} from './yaml-nodes.js';

/** The data of a YAML file and the place of each part. A missing part has the place of the nearest part above it. */
export interface YamlSource {
  readonly value: JsonValue;
  /** The parts that could not be read as they are written, each with a problem of its own. */
  readonly flaws: readonly FlawedPart[];
  place(path: readonly (string | number)[], on?: 'key' | 'value'): Place;
  /** Returns the place of a part of the text at a path. Offsets are UTF-16 units of the text. */
  textPlace(path: readonly (string | number)[], start: number, end: number): Place;
  /** Returns a plain scalar as it is written (`1.10`, `007`, `yes`); undefined for anything else. */
  scalarText(path: readonly (string | number)[]): string | undefined;
  /** Returns the offsets of a value in the text, quotes included, for changes in place. */
  range(path: readonly (string | number)[]): { readonly start: number; readonly end: number } | undefined;
}

/** What a file may hold besides YAML 1.2: `foreign` allows merge keys, keys that are numbers or booleans, and the tags of the core schema. */
interface YamlDialect {
  readonly foreign?: boolean;
}

/**
 * Reads YAML 1.2 (core schema, no tags, one document). `file` is the name for places. Never throws, whatever the text. The
 * value exists even with problems that leave the rest readable; use it only if there is no error.
 */
export function parseYaml(text: string, file: string, { foreign = false }: YamlDialect = {}): Loaded<YamlSource> {
  const placed = placedText(text, file);
  const { tokens, odd, problems: found } = scan(placed, foreign);
  const scanned = found.map(withoutSecretLine);
  if (tokens === null) return { value: null, problems: scanned };
  const { value: root, problems } = readNodes(placed, tokens, { odd, foreign });
  // Control characters may cause further errors, which are not reported.
  if (!root && odd.length > 0) return { value: null, problems: scanned };
  const all = [...scanned, ...problems.map(withoutSecretLine)];
  return { value: root && sourceOf(root, placed, all.length > 0), problems: all };
}

function withoutSecretLine(entry: Problem): Problem {
  return entry.at ? { ...entry, at: discreet(entry.at) } : entry;
}

/** Returns true if a file that could not be read has only comments and white space. */
export function isEmptyFile(problems: readonly Problem[]): boolean {
  return problems.length === 1 && problems[0]?.code === 'EVA_YAML_EMPTY';
}

function sourceOf(root: SourceNode, placed: ReturnType<typeof placedText>, isFlawed: boolean): YamlSource {
  return {
    value: root.value,
    flaws: isFlawed ? flawedParts(root) : [],
    place: (path, on = 'value') => placeOfNode(root, placed, path, on),
    textPlace: textPlaces(root, placed),
    scalarText: (path) => nodeAt(root, path)?.plain,
    range: (path) => {
      const node = nodeAt(root, path);
      return node && { start: node.start, end: node.end };
    },
  };
}

interface Read {
  readonly value: SourceNode | null;
  readonly problems: readonly Problem[];
}

/** Parses the tokens of a scanned text. Reports a problem if the nesting exceeds the stack. */
function readNodes(text: PlacedText, tokens: readonly string[], how: YamlReading): Read {
  try {
    return read(text, tokens, how);
  } catch (error) {
    if (error instanceof YamlRefusal) return refused(error.problem);
    if (error instanceof RangeError) return refused(tooDeep(text, 0));
    throw error;
  }
}

function read(text: PlacedText, tokens: readonly string[], how: YamlReading): Read {
  const options = { version: '1.2', schema: 'core', merge: false, uniqueKeys: false, logLevel: 'silent' } as const;
  const [document, second] = [...new Composer(options).compose(parsed(tokens), true, text.text.length)];
  const syntax = document?.errors[0] ?? document?.warnings[0];
  const isStackOverflow = syntax?.code === 'RESOURCE_EXHAUSTION' || syntax?.message.includes('call stack');
  if (syntax && isStackOverflow) return refused(tooDeep(text, syntax.pos[0]));
  if (syntax && document) return refused(syntaxProblem(syntax, text, document));
  if (second) return refused(severalDocuments(text, second.range[0]));
  const contents = document?.contents;
  const isOnlyComments = isScalar(contents) && contents.value === null && !contents.source;
  if (contents && !isOnlyComments) return toSourceNode(contents, text, how);
  const at = { file: text.file };
  return refused(problem('EVA_YAML_EMPTY', 'the file is empty', { hint: 'write "key: value" pairs', at }));
}

/** Parses tokens to the concrete syntax. Uses the tokens of the scan, so that the text is split only once. */
function* parsed(tokens: readonly string[]) {
  const parser = new Parser();
  for (const token of tokens) yield* parser.next(token);
  yield* parser.end();
}

function severalDocuments(text: PlacedText, start: number): Problem {
  const at = placeAt(text, Math.min(start, text.text.length - 1), start + 3);
  return problem('EVA_YAML_DOCUMENTS', 'the file has more than one document', {
    hint: 'keep one document, and remove the "---" lines',
    at,
  });
}

/**
 * Returns a function that returns the place of a part of a text in a YAML file. Where escapes hide the part, it is the place of the whole
 * text.
 */
function textPlaces(root: SourceNode, placed: PlacedText) {
  const known = new Map<SourceNode, Uint32Array | null>();
  return (path: readonly (string | number)[], start: number, end: number): Place => {
    const node = nodeAt(root, path);
    if (!node || typeof node.value !== 'string') return placeOfNode(root, placed, path, 'value');
    const offsets = known.get(node) ?? offsetsIn(node.value, placed.text.slice(node.start, node.end));
    known.set(node, offsets);
    if (!offsets) return placeOfNode(root, placed, path, 'value');
    const first = node.start + (offsets[start] ?? 0);
    const last = node.start + (offsets[Math.max(start, end - 1)] ?? 0);
    return placeAt(placed, first, Math.max(first, last) + 1);
  };
}

/**
 * Returns the offset in the written text of each unit of a value; null if the two do not match, as in an alias. White space is matched
 * roughly: indentation and folded lines change it.
 */
function offsetsIn(value: string, written: string): Uint32Array | null {
  const quote = /^["']/.exec(written)?.[0] ?? '';
  const offsets = new Uint32Array(value.length);
  let at = /^[|>]/.test(written) ? written.indexOf('\n') + 1 : quote.length;
  for (let index = 0; index < value.length; index++) {
    if (isSpace(value, index)) {
      offsets[index] = at;
      continue;
    }
    let unit = unitAt(written, at, quote);
    while (unit.text === ' ' && at < written.length) {
      at += unit.length;
      unit = unitAt(written, at, quote);
    }
    if (!value.startsWith(unit.text, index) || unit.text === '') return null;
    offsets.fill(at, index, index + unit.text.length);
    index += unit.text.length - 1;
    at += unit.length;
  }
  return offsets;
}

function isSpace(text: string, index: number): boolean {
  return ' \t\r\n'.includes(text.charAt(index));
}

/** The characters that a part of a written text means, and the length of the part. */
interface Unit {
  readonly text: string;
  readonly length: number;
}

function unitAt(written: string, at: number, quote: string): Unit {
  if (quote === "'" && written.startsWith("''", at)) return { text: "'", length: 2 };
  if (quote === '"' && written[at] === '\\') return escapeAt(written, at);
  const text = written.charAt(at);
  return { text: isSpace(text, 0) ? ' ' : text, length: 1 };
}

const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const controls: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: ' ',
  r: ' ',
  t: ' ',
  v: '\v',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

function escapeAt(written: string, at: number): Unit {
  const name = written.charAt(at + 1);
  const digits = hexLengths[name];
  if (digits === undefined) return { text: name === '\n' ? ' ' : (controls[name] ?? name), length: 2 };
  const code = Number.parseInt(written.slice(at + 2, at + 2 + digits), 16);
  return { text: code <= 0x10ffff ? String.fromCodePoint(code) : ' ', length: 2 + digits };
}
