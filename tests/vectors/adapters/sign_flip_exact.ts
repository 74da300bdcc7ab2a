import type { VectorInput } from '../adapter.js';
import { type DifferenceSide, signFlipExact } from '../formulas/paired-tests.js';

export function signFlipExactAdapter({ diffs, side }: VectorInput) {
  return { ...signFlipExact(diffs as number[], side as DifferenceSide) };
}
