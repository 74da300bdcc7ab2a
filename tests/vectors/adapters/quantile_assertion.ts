import type { VectorInput } from '../adapter.js';
import { type ThresholdInput, thresholdAssertion } from '../threshold-assertion.js';

export function quantileAssertionAdapter(input: VectorInput) {
  const { q, ...said } = input as unknown as ThresholdInput & { q: number };
  const p0 = said.op === 'lt' || said.op === 'lte' ? q : 1 - q;
  const found = thresholdAssertion('proportion', said, { proportion: p0 });
  return { ...found, p0, observed: found.n === 0 ? null : found.successes / found.n };
}
