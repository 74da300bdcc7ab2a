import type { VectorInput } from '../adapter.js';
import { type MeanSide, tTestMean } from '../formulas/t-test.js';

export function tTestMeanAdapter(input: VectorInput) {
  const { values, mu0, side } = input as { values: number[]; mu0: number; side: MeanSide };
  return { ...tTestMean(values, mu0, side) };
}
