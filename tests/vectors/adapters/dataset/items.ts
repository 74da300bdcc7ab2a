import { canonicalItemJson, idOfDigest, orderKey } from '#library/items/item.js';
import { orderItems } from '#library/items/item-index.js';
import { sha256 } from '#model/data/digest.js';
import type { VectorInput } from '../../adapter.js';

export function itemIdAdapter(input: VectorInput) {
  const { inputs } = input as unknown as { inputs: Record<string, string> };
  return { id: idOfDigest(sha256(canonicalItemJson(inputs))) };
}

export function itemOrderAdapter(input: VectorInput) {
  const { seed, ids } = input as unknown as { seed: number; ids: string[] };
  const order = [...orderItems({ at: (index) => ids[index] ?? '' }, ids.length, seed).order];
  return { order, first_key: orderKey(seed, ids[order[0] ?? 0] ?? '') };
}
