import { planRuns } from '#engine/plan-runs.js';
import { type EvalOptions, runOptionsOf, wantedOf } from '../evaluating/eval-options.js';
import { eventTeller } from '../evaluating/evaluate.js';
import { tellProgress } from '../evaluating/progress.js';
import { runAll } from '../evaluating/run-all.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';

/**
 * Runs `eva eval <ids...>`: checks all prompts, then evaluates them one by one, each in a run of its own. With `--resume` it resumes one run.
 * Returns the worst of 3 (replies are missing), 1 (a case did not pass) and 0, or the exit code of a signal.
 */
export async function evalCommand(ids: readonly string[], options: EvalOptions, io: Io): Promise<number> {
  const wanted = wantedOf(ids, options);
  const { terminal, root } = await openCommand(io, options);
  const runOptions = runOptionsOf(options, root, io);
  const json = options.json === true;
  if ('ids' in wanted) {
    const runs = planRuns(wanted.ids, runOptions);
    return runAll(runs, { flags: options, json, foretell: options.shard === undefined }, terminal, io);
  }
  const { planResumed } = await import('#engine/resume/plan-resumed.js');
  const { run, release } = planResumed(wanted, runOptions, eventTeller(tellProgress(terminal), root));
  try {
    return await runAll([run], { flags: options, json, foretell: false }, terminal, io);
  } finally {
    release();
  }
}
