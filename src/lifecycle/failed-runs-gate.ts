import { isSameEvidence } from './fresh-gate.js';
import { type FullRun, listed } from './full-run.js';
import { type EvalGatesInput, type Gate, met, unmet } from './gate.js';
import { priceOfTries } from './price-of-tries.js';

/** Names earlier runs of the same files that did not pass, with what they cost the claim; none without any. */
export function failedRunsGates(
  latest: FullRun,
  earlier: readonly FullRun[],
  { prompt, evidenceNow }: EvalGatesInput,
): readonly Gate[] {
  const failed = earlier.filter((run) => run.notPassed !== null && isSameEvidence(run.evidence, evidenceNow));
  if (failed.length === 0) return [];
  const limit = prompt.promotion.max_failed_runs;
  const runs = failed.length === 1 ? '1 earlier run' : `${failed.length} earlier runs`;
  const message = `${runs} of these very files did not pass: ${listed(failed.map((run) => run.name))}`;
  const price = priceOfTries(latest.significance_level, failed.length + 1);
  if (limit === undefined || failed.length <= limit) return [met('failed_runs', message + price)];
  const remedy = 'change what failed (runs of other files are not counted), or promotion.max_failed_runs in meta.yml';
  return [unmet('failed_runs', `${message}; at most ${limit} may${price}`, remedy)];
}
