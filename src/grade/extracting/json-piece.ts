import { canonicalJson } from '#model/data/digest.js';
import { quote } from '../checking/excerpt.js';
import { excerptByKeys, jsonInResponse, notJson } from '../checking/json-in-response.js';
import { findByKeys, pointerKeys, repeatedKey, spanByKeys } from '../checking/json-pointer.js';
import type { Piece } from './piece.js';

/** Returns a value of the JSON in a reply: a text as it is, any other value as JSON with sorted keys and without spaces. */
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
  const text = typeof found.value === 'string' ? found.value : canonicalJson(found.value);
  const start = startOf(block.text, keys, text);
  return { text, ...(start !== undefined && { start: block.start + start }) };
}

/** Returns where a value is written; undefined if it is written in another way, such as with escapes or spaces. */
function startOf(json: string, keys: readonly string[], text: string): number | undefined {
  const span = spanByKeys(json, keys);
  if (!span) return undefined;
  const start = json.charAt(span.start) === '"' ? span.start + 1 : span.start;
  return json.startsWith(text, start) && start + text.length <= span.end ? start : undefined;
}
