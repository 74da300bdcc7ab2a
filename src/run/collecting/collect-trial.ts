import type { GradeDeps } from '#grade/deps.js';
import { gradeTrial } from '#grade/index.js';
import { type Case, onTimeoutOf } from '#model/case.js';
import type { Ask } from '#model/reply/exchange.js';
import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import type { SubjectDeps } from '#subject/deps.js';
import { outcomeWithout } from '#subject/outcome-without.js';
import { runTrial } from '#subject/run-trial.js';

export interface GradedTrial {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

/**
 * Collects one trial and grades it. If a judge's reply could not be had the trial is missing, as if its own had not come. If a call
 * ran out of time, and that counts in this case, the trial has failed: whatever was graded before does not count.
 */
export async function collectTrial(
  one: Case,
  body: string,
  index: number,
  world: GradeDeps & SubjectDeps,
): Promise<GradedTrial> {
  const deps = { ...world, ask: heedingTime(one, world.ask) };
  return graded(one, await runTrial(one, body, index, deps), deps);
}

async function graded(one: Case, trial: Trial, deps: GradeDeps): Promise<GradedTrial> {
  try {
    return { trial, scores: await gradeTrial(one, trial, deps) };
  } catch (error) {
    const outcome = outcomeWithout(error);
    if (!outcome) throw error;
    return graded(one, { ...trial, ...outcome }, deps);
  }
}

/** Has every call of a case say what running out of time means there. */
function heedingTime(one: Case, ask: Ask): Ask {
  const on_timeout = onTimeoutOf(one);
  return (call) => ask('answer' in call ? call : { ...call, on_timeout });
}
