import { caseOf, criterion, scoredFrom } from '../../support/statistical-case.js';
import type { VectorInput } from '../adapter.js';
import { decided, outcomeWords } from '../decided.js';

interface Input {
  readonly values: readonly number[];
  readonly lo: number;
  readonly hi: number;
  readonly mu0: number;
  readonly side: 'greater' | 'less';
  readonly alpha: number;
}

export function meanBoundedAdapter(input: VectorInput) {
  const { values, lo, hi, mu0, side, alpha } = input as unknown as Input;
  const spec = criterion(side === 'greater' ? 'mean_gt' : 'mean_lt', { threshold: mu0 }, alpha);
  const verdict = decided(caseOf(values.length, scoredFrom(lo, hi), [spec]), values);
  return { pass_p: verdict.p_value, fail_p: verdict.fail_p, verdict: outcomeWords[verdict.outcome] };
}
