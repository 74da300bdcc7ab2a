import type { VectorInput } from '../adapter.js';
import { type DifferenceSide, mcnemarExact } from '../formulas/paired-tests.js';

export function mcnemarExactAdapter({ b, c, side }: VectorInput) {
  return { p_value: mcnemarExact(b as number, c as number, side as DifferenceSide) };
}
