import type { JsonValue } from '#model/data/json.js';
import type { SourceNode } from '../source-node.js';
import { NotOrdinary } from './lines.js';

/** A plain scalar that takes `text[start, end)`, of the core schema. */
export function plainScalar(text: string, start: number, end: number): SourceNode {
  const plain = text.slice(start, end);
  const value = coreValue(plain);
  return { value, start, end, markEnd: end, size: sizeOf(value), plain };
}

/** A node without parts. */
export function scalarNode(value: JsonValue, start: number, end: number): SourceNode {
  return { value, start, end, markEnd: end, size: sizeOf(value) };
}

function sizeOf(value: JsonValue): number {
  return 1 + (typeof value === 'string' ? Math.floor(value.length / 32) : 0);
}

const words: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** The value of a plain scalar. Numbers that are written in an uncommon way are not ordinary. */
function coreValue(plain: string): JsonValue {
  const word = words.get(plain);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(plain)) return plain;
  if (/^(?!-0)-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(plain)) return Number(plain);
  if (/^\d{4}-\d\d-\d\d$|^\d+\.\d+\.\d+$/.test(plain)) return plain;
  throw new NotOrdinary();
}

/** True if a word stands for null or a truth value, which no key is. */
export function isKeyword(word: string): boolean {
  return words.has(word);
}

const quotedForms: Readonly<Record<string, RegExp>> = {
  "'": /'(?:[^'\n]|'')*'/y,
  '"': /"(?:[^"\\\n]|\\["\\/bfnrt])*"/y,
};

/** The text between quotes that begins at an offset and ends on its line; undefined if none begins there. */
export function quotedScalar(text: string, start: number): SourceNode | undefined {
  const form = quotedForms[text[start] ?? ''];
  if (!form) return undefined;
  form.lastIndex = start;
  const written = form.exec(text)?.[0];
  if (written === undefined) throw new NotOrdinary();
  return scalarNode(unquoted(written), start, start + written.length);
}

/** Of what YAML knows to escape with a backslash, these mean the same in JSON. */
function unquoted(written: string): string {
  const inside = written.slice(1, -1);
  if (written.startsWith("'")) return inside.replaceAll("''", "'");
  return inside.includes('\\') ? (JSON.parse(written) as string) : inside;
}

/** Where no plain scalar begins: at a mark that means something else, or may. */
export function isMark(character: string | undefined): boolean {
  return character === undefined || '-?:,[]{}#&*!|>\'"%@`\n'.includes(character);
}

/** True if a number with a minus sign begins at an offset. */
export function isNegative(text: string, at: number): boolean {
  return text[at] === '-' && /\d/.test(text[at + 1] ?? '');
}
