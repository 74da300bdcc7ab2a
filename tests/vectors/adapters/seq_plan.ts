import { seqPlan } from '#stats/sequential-plan.js';
import type { VectorInput } from '../adapter.js';

interface Input {
  p0: number;
  p1: number;
  alpha: number;
  futility: number;
  n_max: number;
}

export function seqPlanAdapter(input: VectorInput) {
  return { ...seqPlan(input as unknown as Input) };
}
