import type { Case } from '#model/case.js';
import type { Finding } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { excerptAt } from './checking/excerpt.js';
import { runChecks } from './checking/run-checks.js';
import type { GradeDeps } from './deps.js';
import type { Graded } from './graded.js';
import { responsesOf } from './judging/whole-text.js';
import { checkContext } from './trial-passes.js';

/**
 * A trial whose answer cannot count has no value. Where it left a text, its end is shown, once for a case, and what the checks of
 * the expectation say of it: they decide nothing, and no judge is asked.
 */
export async function gradeFailed(
  one: Case,
  expectation: number,
  trial: Trial & { readonly outcome: 'failed' },
  deps: GradeDeps,
): Promise<Graded> {
  const response = trial.turns.at(-1)?.app_response ?? '';
  const grader = one.expectations[expectation]?.grader;
  const checked = responsesOf(trial);
  const checks = grader?.grader === 'trial_passes' && checked.trim() !== '' ? grader.params.checks : [];
  return {
    value: null,
    why: 'failed',
    reason: trial.reason,
    findings: [
      ...(expectation === 0 ? [replyFinding(trial.reason, response)] : []),
      ...(await runChecks(checks, checked, checkContext(one, deps))),
    ],
  };
}

function replyFinding(reason: string, response: string): Finding {
  const end = response.trimEnd().length;
  return { about: 'reply', holds: false, reason, ...(end > 0 && { excerpt: excerptAt(response, end - 1) }) };
}
