import { sha256 } from '#model/data/digest.js';

/** Returns the id of an item without an id of its own, by the digest of its input values: 12 hexadecimal digits. */
export function idOfDigest(digest: string): string {
  return digest.slice(0, 12);
}

/** Returns the key that orders an item by its id, or a cluster by its value: 64 hexadecimal digits. */
export function orderKey(seed: number, id: string): string {
  return sha256(`eva-order/1\n${seed}\n${id}`);
}
