import { clusteredStandardError } from '#stats/mean.js';
import type { VectorInput } from '../adapter.js';

export function clusteredSeAdapter({ values, clusters }: VectorInput) {
  return { ...clusteredStandardError(values as number[], clusters as (string | number)[]) };
}
