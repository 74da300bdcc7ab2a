import { canonicalJson } from '#model/data/digest.js';
import { endOfString, type JsonValue } from '#model/data/json.js';
import { startsOfJson } from '#model/data/json-inside.js';
import { repeatedKeyIn } from '#model/data/repeated-key.js';
import { excerptAt, quote } from '../checking/excerpt.js';
import { excerptByKeys, jsonInResponse, notJson } from '../checking/json-in-response.js';
import { findByKeys, pointerKeys, repeatedKey, type Span, spanByKeys } from '../checking/json-pointer.js';
import type { FoundPiece, Piece } from './piece.js';

/**
 * Returns a value of the JSON in a reply: a text as it is, a long number as it is written, any other value as JSON with sorted keys and
 * without spaces.
 */
export function jsonPiece(reply: string, pointer: string): Piece {
  const keys = pointerKeys(pointer) ?? [];
  const json = jsonInResponse(reply);
  if (!('value' in json)) {
    const { reason, excerpt } = notJson(reply, json);
    return { nothing: reason, ...(excerpt && { excerpt }) };
  }
  const { value, block } = json;
  const twice = repeatedKey(block.text, keys);
  if (twice !== undefined) {
    return { nothing: `the JSON has the key ${quote(twice)} twice`, excerpt: excerptByKeys(reply, block, keys) };
  }
  const found = findByKeys(value, keys);
  if ('problem' in found) {
    return { nothing: found.problem, excerpt: excerptByKeys(reply, block, keys.slice(0, found.depth)) };
  }
  const span = spanByKeys(block.text, keys) ?? { start: 0, end: 0 };
  const written = block.text.slice(span.start, span.end);
  const inside = repeatedKeyIn(written);
  if (inside !== undefined) {
    return { nothing: `the JSON has the key ${quote(inside)} twice`, excerpt: excerptByKeys(reply, block, keys) };
  }
  const text = textOf(found.value, written);
  const start = startOf(block.text, span, text);
  return { text, ...(start !== undefined && { start: block.start + start }) };
}

/** Returns the only JSON object or list inside a reply, as it is written there. What is inside of another one does not count. */
export function onlyJsonPiece(reply: string): Piece {
  let only: FoundPiece | undefined;
  let end = 0;
  for (const start of startsOfJson(reply)) {
    if (start < end) continue;
    if (only) {
      const excerpt = excerptAt(reply, start, start + 1);
      return { nothing: 'the response has several JSON objects or lists, so none of them is the answer', excerpt };
    }
    end = endOfBracket(reply, start);
    only = { text: reply.slice(start, end), start };
  }
  return only ?? { nothing: 'the response has no JSON object or list' };
}

/** Returns the offset after the bracket that closes the one at `start`, where valid JSON begins. */
function endOfBracket(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') open++;
    else if ((char === '}' || char === ']') && --open === 0) return at + 1;
  }
  return text.length;
}

/** How many characters a number may have so that it surely keeps all its digits when it is read. */
const exactCharacters = 15;

function textOf(value: JsonValue, written: string): string {
  if (typeof value === 'string') return value;
  const isExact = typeof value !== 'number' || (written.length <= exactCharacters && Number.isFinite(value));
  return isExact ? canonicalJson(value) : written;
}

/** Returns where a value is written; undefined if it is written in another way, such as with escapes or spaces. */
function startOf(json: string, span: Span, text: string): number | undefined {
  const start = json.charAt(span.start) === '"' ? span.start + 1 : span.start;
  return json.startsWith(text, start) && start + text.length <= span.end ? start : undefined;
}
