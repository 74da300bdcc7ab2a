import { sprt } from '#stats/sprt.js';
import type { VectorInput } from '../adapter.js';

interface Input {
  outcomes: number[];
  p0: number;
  p1: number;
  alpha: number;
  beta: number;
}

export function sprtAdapter(input: VectorInput) {
  const { outcomes, p0, p1, alpha, beta } = input as unknown as Input;
  return { ...sprt(outcomes, p0, p1, alpha, beta) };
}
