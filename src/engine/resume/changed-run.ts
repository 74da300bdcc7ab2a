import { EvaError, problem } from '#errors/index.js';
import type { RunPlan } from '#model/run/run.js';
import { planDifference } from '#plan/plan-difference.js';

/** Throws EVA_RUN_CHANGED, with every difference, if a prompt has changed since a run of it began. */
export function requireUnchangedRun(run_id: string, stored: RunPlan, now: RunPlan): void {
  const differences = planDifference(stored, now);
  if (differences.length === 0) return;
  const last = differences.length - 1;
  const { id } = stored;
  throw new EvaError(
    differences.map((difference, at) =>
      problem('EVA_RUN_CHANGED:run', { run_id, id, difference, isLast: at === last }),
    ),
  );
}

/** Throws EVA_RUN_CHANGED, with every difference, if a prompt has changed since its shards were collected. */
export function requireUnchangedShards(of: number, stored: RunPlan, now: RunPlan): void {
  const differences = planDifference(stored, now);
  if (differences.length === 0) return;
  const last = differences.length - 1;
  const { id } = stored;
  throw new EvaError(
    differences.map((difference, at) => problem('EVA_RUN_CHANGED:shards', { id, of, difference, isLast: at === last })),
  );
}
