import type { VectorInput } from '../adapter.js';
import { type ThresholdInput, thresholdAssertion } from '../threshold-assertion.js';

export function medianAssertionAdapter(input: VectorInput) {
  const { estimate, ...found } = thresholdAssertion('median', input as unknown as ThresholdInput);
  return { ...found, observed_median: estimate };
}
