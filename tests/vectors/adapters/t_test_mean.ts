import { type MeanSide, tTestMean } from '#stats/bounded/t-test.js';
import type { VectorInput } from '../adapter.js';

export function tTestMeanAdapter(input: VectorInput) {
  const { values, mu0, side } = input as { values: number[]; mu0: number; side: MeanSide };
  return { ...tTestMean(values, mu0, side) };
}
