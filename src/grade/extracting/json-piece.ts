import { canonicalJson } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import { repeatedKeyIn } from '#model/data/repeated-key.js';
import { quote } from '../checking/excerpt.js';
import { excerptByKeys, jsonInResponse, notJson } from '../checking/json-in-response.js';
import { findByKeys, pointerKeys, repeatedKey, type Span, spanByKeys } from '../checking/json-pointer.js';
import type { Piece } from './piece.js';

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
