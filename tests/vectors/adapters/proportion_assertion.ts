import type { VectorInput } from '../adapter.js';
import { type ThresholdInput, thresholdAssertion } from '../threshold-assertion.js';

export function proportionAssertionAdapter(input: VectorInput) {
  const { proportion, ...said } = input as unknown as ThresholdInput & { proportion: number };
  const { estimate, interval, ...found } = thresholdAssertion('proportion', said, { proportion });
  return { ...found, observed: estimate, lower: interval?.lower ?? null, upper: interval?.upper ?? null };
}
