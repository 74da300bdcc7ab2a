import { neededInFile } from '#stats/file/file-claim.js';
import { type StratifiedLabels, stratifiedEstimate, stratifiedP } from '#stats/judging/stratified-labels.js';
import type { VectorInput } from '../../adapter.js';

export function stratifiedLabelsAdapter(input: VectorInput) {
  const { theta0, ...labels } = input as unknown as StratifiedLabels & { theta0: number };
  const need = neededInFile(labels.judged, theta0);
  return { need, estimate: stratifiedEstimate(labels), p_value: stratifiedP(labels, need) };
}
