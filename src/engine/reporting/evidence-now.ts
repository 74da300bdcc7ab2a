import { orNull } from '#errors/index.js';
import { isSameEvidence } from '#lifecycle/attempts/attempts.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { openPrompt } from '../prompt/open-prompt.js';
import { resumedChoice } from '../resume/resumed-choice.js';

/**
 * Says whether the files still are those that a run evaluated. Returns undefined if that is not known: the prompt is gone or has errors, or the
 * run is one side of a comparison.
 */
export function evidenceNow(root: string, plan: RunPlan, { evidence }: RunResult): 'fresh' | 'stale' | undefined {
  if (plan.compare) return undefined;
  const now = orNull(() => openPrompt(root, plan.id, resumedChoice(plan)).plan.evidence);
  return now === null ? undefined : isSameEvidence(evidence, now) ? 'fresh' : 'stale';
}
