import type { RunPlan, RunResult } from '#model/run/run.js';

/** Returns 3 if replies are missing, 1 if a case did not pass, else 0. A complete shard and a run with `--look` have no verdict: 0. */
export function exitCodeOfRun({ state, shard, all_passed }: RunResult, { manner }: Pick<RunPlan, 'manner'>): number {
  if (state === 'unfinished') return 3;
  return shard !== null || manner.look || all_passed ? 0 : 1;
}
