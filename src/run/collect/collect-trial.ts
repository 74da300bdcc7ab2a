import { gradeTrial } from '#grade/grade-trial.js';
import type { GradeDeps } from '#grade/graded.js';
import { type Case, onTimeoutOf } from '#model/case.js';
import type { Body } from '#model/prompt.js';
import type { Ask } from '#model/reply/exchange.js';
import type { Drawn } from '#model/run/sample.js';
import type { Score, Trial } from '#model/run/trial.js';
import { outcomeWithout, type SubjectDeps } from '#subject/deps.js';
import { runTrial } from '#subject/run-trial.js';

export interface GradedTrial {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

/**
 * Collects one trial and grades it. All its calls have the number of its draw. The trial is missing if a judge gives no reply. It has failed
 * if a call timed out and timeouts fail trials of this case, whatever was graded before. `onAnswered` is called between answer and grading.
 */
export async function collectTrial(
  { testCase, draw, origin, item }: Drawn,
  body: Body,
  index: number,
  world: GradeDeps & SubjectDeps & { readonly onAnswered: () => void },
): Promise<GradedTrial> {
  const deps = { ...world, item, ask: asDrawn({ testCase, draw }, world.ask) };
  const trial = await runTrial(testCase, body, { index, ...(origin && { origin }) }, deps);
  world.onAnswered();
  return graded(testCase, trial, deps);
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

/** Replaces the number of the trial by that of its draw in every call, and adds the case's `on_timeout` setting. */
function asDrawn({ testCase, draw: trial }: Drawn, ask: Ask): Ask {
  const on_timeout = onTimeoutOf(testCase);
  return (call) => {
    // Equal texts have one embedding in a run.
    const draw = call.role === 'embedding' ? call.draw : { ...call.draw, trial };
    return ask('answer' in call ? { ...call, draw } : { on_timeout, ...call, draw });
  };
}
