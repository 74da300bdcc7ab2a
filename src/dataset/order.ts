import { sha256 } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import { canonicalItemJson } from './item.js';

/** Returns the id of an item without an id of its own: 12 hexadecimal digits of the digest of its input values. */
export function itemId(inputs: Readonly<Record<string, JsonValue>>): string {
  return idOfDigest(sha256(canonicalItemJson(inputs)));
}

/** Returns the id of an item by the digest of its inputs. */
export function idOfDigest(digest: string): string {
  return digest.slice(0, 12);
}

/** Returns the key that orders an item by its id, or a cluster by its value: 64 hexadecimal digits. */
export function orderKey(seed: number, id: string): string {
  return sha256(`eva-order/1\n${seed}\n${id}`);
}
