import type { VectorInput } from '../adapter.js';
import { pairedDifference } from '../formulas/described-means.js';

export function pairedDifferenceAdapter({ a, b }: VectorInput) {
  return { ...pairedDifference(a as number[], b as number[]) };
}
