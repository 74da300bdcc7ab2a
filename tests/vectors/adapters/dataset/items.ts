import { orderItems } from '#dataset/indexing/item-order.js';
import { itemId, orderKey } from '#dataset/order.js';
import type { VectorInput } from '../../adapter.js';

export function itemIdAdapter(input: VectorInput) {
  const { inputs } = input as unknown as { inputs: Record<string, string> };
  return { id: itemId(inputs) };
}

export function itemOrderAdapter(input: VectorInput) {
  const { seed, ids } = input as unknown as { seed: number; ids: string[] };
  const order = [...orderItems(ids, seed).order];
  return { order, first_key: orderKey(seed, ids[order[0] ?? 0] ?? '') };
}
