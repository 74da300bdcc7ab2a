import { type PowerTarget, sampleSize } from '#stats/binomial/sample-size.js';
import type { VectorInput } from '../adapter.js';

export function sampleSizeAdapter(input: VectorInput) {
  const { p0, p1, alpha, power } = input as unknown as PowerTarget;
  return { ...sampleSize({ p0, p1, alpha, power }) };
}
