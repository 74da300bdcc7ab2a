import { logLikelihoodRatio, waldLines } from '#stats/boundaries.js';
import type { VectorInput } from '../adapter.js';
import { outcomesOf } from '../outcomes.js';

/** Follows the two lines within which the sequential test goes on. */
export function sprtAdapter(input: VectorInput) {
  const { p0, p1, alpha, beta } = input as { p0: number; p1: number; alpha: number; beta: number };
  const lines = waldLines({ p0, p1, alpha, futility: beta });
  let [successes, t] = [0, 0];
  const llr = () => logLikelihoodRatio(successes, t - successes, p0, p1);
  for (const outcome of outcomesOf(input)) {
    t += 1;
    successes += outcome;
    if (successes >= (lines.passAt(t) ?? Number.POSITIVE_INFINITY)) return { stop_at: t, decision: 'PASS', llr: llr() };
    if (successes <= (lines.futileAt(t) ?? -1)) return { stop_at: t, decision: 'FUTILE', llr: llr() };
  }
  return { stop_at: null, decision: null, llr: llr() };
}
