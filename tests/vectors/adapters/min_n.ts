import { smallestN } from '#stats/binomial.js';
import type { VectorInput } from '../adapter.js';

export function minNAdapter(input: VectorInput) {
  const { proportion, alpha, failures } = input as { proportion: number; alpha: number; failures: number };
  return { n: smallestN(proportion, alpha, failures) };
}
