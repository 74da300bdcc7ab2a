import type { VectorInput } from '../adapter.js';
import { clopperPearson, type IntervalSide } from '../formulas/clopper-pearson.js';

export function clopperPearsonAdapter(input: VectorInput) {
  const { k, n, alpha, side } = input as { k: number; n: number; alpha: number; side: IntervalSide };
  return { ...clopperPearson(k, n, alpha, side) };
}
