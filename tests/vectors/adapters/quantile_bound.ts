import { type BoundSide, quantileRank } from '#stats/binomial.js';
import type { VectorInput } from '../adapter.js';

export function quantileBoundAdapter(input: VectorInput) {
  const { n, q, alpha, side } = input as { n: number; q: number; alpha: number; side: BoundSide };
  return { rank: quantileRank(n, q, alpha, side) };
}
