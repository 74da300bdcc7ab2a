import { binomialTest, type TestSide } from '#stats/binomial.js';
import type { VectorInput } from '../adapter.js';

export function binomialTestAdapter(input: VectorInput) {
  const { k, n, p0, side } = input as { k: number; n: number; p0: number; side: TestSide };
  return { p_value: binomialTest(k, n, p0, side) };
}
