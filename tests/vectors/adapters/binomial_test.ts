import { binomialLowerTail, binomialUpperTail } from '#stats/binomial.js';
import type { VectorInput } from '../adapter.js';

export function binomialTestAdapter(input: VectorInput) {
  const { k, n, p0, side } = input as { k: number; n: number; p0: number; side: 'greater' | 'less' };
  return { p_value: side === 'greater' ? binomialUpperTail(k, n, p0) : binomialLowerTail(k, n, p0) };
}
