import { EvaError } from '#errors/index.js';
import type { RunResult } from '#model/run/run.js';

/** Returns 3 if replies are missing, 1 if a case did not pass, else 0. A complete shard has no verdict: 0. */
export function exitCodeOfRun({ state, shard, all_passed }: RunResult): number {
  if (state === 'unfinished') return 3;
  return shard !== null || all_passed ? 0 : 1;
}

/** Returns the exit code of an error; 70 for a bug in eva. */
export function exitCodeOfError(error: unknown): number {
  return error instanceof EvaError ? error.exitCode : 70;
}
