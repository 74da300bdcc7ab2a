import { type FileTest, filePlan } from '#stats/file-sequential.js';
import type { VectorInput } from '../../adapter.js';

export function fileSeqPlanAdapter(input: VectorInput) {
  return { ...filePlan(input as unknown as FileTest) };
}
