import { signFlipExact } from '#stats/sign-flip.js';
import type { DifferenceSide } from '#stats/symmetric-sides.js';
import type { VectorInput } from '../adapter.js';

export function signFlipExactAdapter({ diffs, side }: VectorInput) {
  return { ...signFlipExact(diffs as number[], side as DifferenceSide) };
}
