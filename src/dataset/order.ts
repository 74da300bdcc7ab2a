import crypto from 'node:crypto';
import type { JsonValue } from '#model/data/json.js';
import { canonicalItemJson } from './item.js';

/** Returns the sha256 of a text in hexadecimal digits. `crypto.hash` makes no object, which matters for each item of a large file. */
export function textDigest(text: string): string {
  return crypto.hash('sha256', text);
}

/** Returns the id of an item without an id of its own: 12 hexadecimal digits of the digest of its input values. */
export function itemId(inputs: Readonly<Record<string, JsonValue>>): string {
  return idOfDigest(textDigest(canonicalItemJson(inputs)));
}

/** Returns the id of an item by the digest of its inputs. */
export function idOfDigest(digest: string): string {
  return digest.slice(0, 12);
}

/** Returns the key that orders an item by its id, or a cluster by its value: 64 hexadecimal digits. */
export function orderKey(seed: number, id: string): string {
  return textDigest(`eva-order/1\n${seed}\n${id}`);
}
