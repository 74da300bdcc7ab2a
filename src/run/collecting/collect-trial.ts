import type { GradeDeps } from '#grade/graded.js';
import { gradeTrial } from '#grade/index.js';
import { type Case, onTimeoutOf } from '#model/case.js';
import type { Ask } from '#model/reply/exchange.js';
import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { outcomeWithout, type SubjectDeps } from '#subject/deps.js';
import { runTrial } from '#subject/run-trial.js';

export interface GradedTrial {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

/**
 * Collects one trial and grades it. The trial is missing if a judge gives no reply. It has failed if a call timed out and
 * timeouts fail trials of this case, whatever was graded before.
 */
export async function collectTrial(
  testCase: Case,
  body: string,
  index: number,
  world: GradeDeps & SubjectDeps,
): Promise<GradedTrial> {
  const deps = { ...world, ask: withTimeoutEffect(testCase, world.ask) };
  return graded(testCase, await runTrial(testCase, body, index, deps), deps);
}

async function graded(testCase: Case, trial: Trial, deps: GradeDeps): Promise<GradedTrial> {
  try {
    return { trial, scores: await gradeTrial(testCase, trial, deps) };
  } catch (error) {
    const outcome = outcomeWithout(error);
    if (!outcome) throw error;
    return graded(testCase, { ...trial, ...outcome }, deps);
  }
}

/** Adds the case's `on_timeout` setting to every call. */
function withTimeoutEffect(testCase: Case, ask: Ask): Ask {
  const on_timeout = onTimeoutOf(testCase);
  return (call) => ask('answer' in call ? call : { ...call, on_timeout });
}
