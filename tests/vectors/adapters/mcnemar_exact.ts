import { mcnemarExact } from '#stats/comparing/mcnemar.js';
import type { DifferenceSide } from '#stats/comparing/symmetric-sides.js';
import type { VectorInput } from '../adapter.js';

export function mcnemarExactAdapter({ b, c, side }: VectorInput) {
  return { p_value: mcnemarExact(b as number, c as number, side as DifferenceSide) };
}
