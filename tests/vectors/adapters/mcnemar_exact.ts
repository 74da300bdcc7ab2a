import { type DifferenceSide, mcnemarExact } from '#stats/comparing/paired-tests.js';
import type { VectorInput } from '../adapter.js';

export function mcnemarExactAdapter({ b, c, side }: VectorInput) {
  return { p_value: mcnemarExact(b as number, c as number, side as DifferenceSide) };
}
