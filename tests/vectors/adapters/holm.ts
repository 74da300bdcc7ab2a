import { holm } from '#stats/multiple-testing.js';
import type { VectorInput } from '../adapter.js';

export function holmAdapter({ p, alpha }: VectorInput) {
  return { ...holm(p as number[], alpha as number) };
}
