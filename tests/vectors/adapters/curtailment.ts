import { curtailment } from '#stats/curtailment.js';
import type { VectorInput } from '../adapter.js';

export function curtailmentAdapter(input: VectorInput) {
  const { outcomes, n, p0, alpha } = input as { outcomes: number[]; n: number; p0: number; alpha: number };
  return { ...curtailment(outcomes, n, p0, alpha) };
}
