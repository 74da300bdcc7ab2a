import { gaffkeLessP, gaffkeP } from '#stats/gaffke.js';
import { isSignificant } from '#stats/significant.js';
import type { VectorInput } from '../adapter.js';

export function meanBoundedAdapter(input: VectorInput) {
  const { values, lo, hi, mu0, side, alpha } = input as {
    values: number[];
    lo: number;
    hi: number;
    mu0: number;
    side: 'greater' | 'less';
    alpha: number;
  };
  const [greater, less] = [gaffkeP(values, lo, mu0), gaffkeLessP(values, hi, mu0)];
  const [pass_p, fail_p] = side === 'greater' ? [greater, less] : [less, greater];
  const failed = isSignificant(fail_p, alpha) ? 'FAIL' : 'INCONCLUSIVE';
  return { pass_p, fail_p, verdict: isSignificant(pass_p, alpha) ? 'PASS' : failed };
}
