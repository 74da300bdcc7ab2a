import { orderKey } from '../order.js';
import type { NumberColumn, TextColumn } from './columns.js';
import { bitsOf } from './groups.js';

interface Ordered {
  /** The kept items in their order, by their index in the file. */
  readonly order: Uint32Array;
  /** The number of the unit at each position, ascending from 0. */
  readonly units: Uint32Array;
}

/** Orders items by the digest of seed and id, clusters by that of seed and value. */
export function orderItems(ids: readonly string[], seed: number, clusters?: TextColumn): Ordered {
  const before = keyOrder(seed, ids);
  const order = Uint32Array.from(ids, (_, index) => index);
  if (!clusters) return { order: order.sort(before), units: Uint32Array.from(ids, (_, index) => index) };
  const { codes, texts } = clusters;
  const clusterBefore = keyOrder(seed, texts);
  order.sort((a, b) => {
    const one = codes.at(a);
    const other = codes.at(b);
    return one === other ? before(a, b) : clusterBefore(one, other);
  });
  let unit = -1;
  let last = -1;
  const units = order.map((index) => {
    const code = codes.at(index);
    if (code !== last) unit++;
    last = code;
    return unit;
  });
  return { order, units };
}

/** Compares texts by their order keys. The first 48 bits decide nearly always. */
function keyOrder(seed: number, texts: readonly string[]): (a: number, b: number) => number {
  const keys = Float64Array.from(texts, (text) => bitsOf(orderKey(seed, text)));
  return (a, b) => (keys[a] as number) - (keys[b] as number) || (a === b ? 0 : wholeKeys(seed, texts[a], texts[b]));
}

function wholeKeys(seed: number, a = '', b = ''): number {
  return orderKey(seed, a) < orderKey(seed, b) ? -1 : 1;
}

/** Counts for each position the earlier ones with an equal request. */
export function earlierEquals(requests: NumberColumn, order: Uint32Array): Uint32Array {
  const seen = new Map<number, number>();
  return order.map((index) => {
    const request = requests.at(index);
    const count = seen.get(request) ?? 0;
    seen.set(request, count + 1);
    return count;
  });
}
