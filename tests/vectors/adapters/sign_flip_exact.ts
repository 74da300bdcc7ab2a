import { type DifferenceSide, signFlipExact } from '#stats/comparing/paired-tests.js';
import type { VectorInput } from '../adapter.js';

export function signFlipExactAdapter({ diffs, side }: VectorInput) {
  return { ...signFlipExact(diffs as number[], side as DifferenceSide) };
}
