import type { TestSide } from '#stats/binomial.js';
import { bernoulliMixtureLogE } from '#stats/e-process.js';
import type { VectorInput } from '../adapter.js';

export function mixtureEvalueAdapter(input: VectorInput) {
  const { successes, n, p0, side } = input as { successes: number; n: number; p0: number; side: TestSide };
  return { log_e: bernoulliMixtureLogE(successes, n, p0, side) };
}
