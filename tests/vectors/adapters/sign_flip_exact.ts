import { signFlipExact } from '#stats/comparing/sign-flip.js';
import type { DifferenceSide } from '#stats/comparing/symmetric-sides.js';
import type { VectorInput } from '../adapter.js';

export function signFlipExactAdapter({ diffs, side }: VectorInput) {
  return { ...signFlipExact(diffs as number[], side as DifferenceSide) };
}
