import type { Case, Grader } from '#model/case.js';
import type { Finding } from '#model/score.js';
import type { Trial } from '#model/trial.js';
import type { GradeDeps } from './deps.js';
import { excerptAt } from './excerpt.js';
import type { Graded } from './graded.js';
import { runChecks } from './run-checks.js';
import { checkContext } from './trial-passes.js';

/**
 * A trial whose answer cannot count has no value. Where it left a text, its end is shown, and what the checks say of it: they
 * decide nothing, and no judge is asked.
 */
export async function gradeFailed(
  one: Case,
  grader: Grader,
  trial: Trial & { readonly outcome: 'failed' },
  deps: GradeDeps,
): Promise<Graded> {
  const response = trial.turns.at(-1)?.app_response ?? '';
  const end = response.trimEnd().length;
  const reply: Finding = {
    about: 'reply',
    holds: false,
    reason: trial.reason,
    ...(end > 0 && { excerpt: excerptAt(response, end - 1) }),
  };
  const checks = grader.grader === 'trial_passes' && end > 0 ? grader.params.checks : [];
  return {
    value: null,
    why: 'failed',
    reason: trial.reason,
    findings: [reply, ...(await runChecks(checks, response, checkContext(one, deps)))],
  };
}
