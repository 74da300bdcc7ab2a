import { type SliceTests, sliceRule } from '#stats/multiple-testing.js';
import type { VectorInput } from '../../adapter.js';

export function sliceRuleAdapter(input: VectorInput) {
  return { ...sliceRule({ ...(input as unknown as Omit<SliceTests, 'isComplete'>), isComplete: true }) };
}
