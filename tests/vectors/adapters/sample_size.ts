import { type PowerTarget, sampleSize } from '#stats/binomial.js';
import type { VectorInput } from '../adapter.js';
import { stableSize } from '../formulas/stable-size.js';

export function sampleSizeAdapter(input: VectorInput) {
  const { p0, p1, alpha, power } = input as unknown as PowerTarget;
  const target = { p0, p1, alpha, power };
  return { ...sampleSize(target), n_stable: stableSize(target) };
}
