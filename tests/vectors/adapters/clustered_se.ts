import type { VectorInput } from '../adapter.js';
import { clusteredStandardError } from '../formulas/described-means.js';

export function clusteredSeAdapter({ values, clusters }: VectorInput) {
  return { ...clusteredStandardError(values as number[], clusters as (string | number)[]) };
}
