import { pairedDifference } from '#stats/mean.js';
import type { VectorInput } from '../adapter.js';

export function pairedDifferenceAdapter({ a, b }: VectorInput) {
  return { ...pairedDifference(a as number[], b as number[]) };
}
