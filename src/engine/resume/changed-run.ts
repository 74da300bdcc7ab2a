import { EvaError, problem } from '#errors/index.js';
import type { RunPlan } from '#model/run/run.js';
import { planDifference } from '#plan/plan-difference.js';

/** Throws EVA_RUN_CHANGED, with every difference, if a prompt is not what it was when `what` was begun; `hint` says what can be done. */
export function requireUnchanged(what: string, stored: RunPlan, now: RunPlan, hint: string): void {
  const differences = planDifference(stored, now);
  if (differences.length === 0) return;
  throw new EvaError(
    differences.map((text, index) =>
      problem('EVA_RUN_CHANGED', `${what}: ${text}`, index === differences.length - 1 ? { hint } : {}),
    ),
  );
}
