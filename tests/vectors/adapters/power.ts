import { type BinomialDesign, binomialPower } from '#stats/binomial.js';
import type { VectorInput } from '../adapter.js';

export function powerAdapter(input: VectorInput) {
  const { n, p0, p1, alpha } = input as unknown as BinomialDesign;
  return { ...binomialPower({ n, p0, p1, alpha }) };
}
