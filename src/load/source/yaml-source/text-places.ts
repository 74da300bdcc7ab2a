import type { Place } from '#model/problem.js';
import { type PlacedText, placeAt } from '../place.js';
import { nodeAt, placeOf, type SourceNode } from './source-node.js';

/**
 * Returns a function that returns the place of a part of a text in a YAML file. Where escapes hide the part, it is the place of the whole
 * text.
 */
export function textPlaces(root: SourceNode, placed: PlacedText) {
  const known = new Map<SourceNode, Uint32Array | null>();
  return (path: readonly (string | number)[], start: number, end: number): Place => {
    const node = nodeAt(root, path);
    if (!node || typeof node.value !== 'string') return placeOf(root, placed, path, 'value');
    const offsets = known.get(node) ?? offsetsIn(node.value, placed.text.slice(node.start, node.end));
    known.set(node, offsets);
    if (!offsets) return placeOf(root, placed, path, 'value');
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
