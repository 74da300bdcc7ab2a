import { resolve } from 'node:path';
import { planMerge } from '#engine/merge/plan-merge.js';
import { runOptionsOf } from '../../evaluating/eval-options.js';
import { runAll } from '../../evaluating/run-all.js';
import type { Io } from '../../io.js';
import { openCommand } from '../../open-command.js';

export interface MergeOptions {
  readonly root?: string;
  readonly trust?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `eva merge <dirs...>`: merges the shards in these folders into one run per prompt, grades and decides it, and appends its row. Calls
 * no model. Returns as `eva eval` does.
 */
export async function mergeCommand(dirs: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const paths = dirs.map((dir) => resolve(io.cwd(), dir));
  const runs = planMerge(paths, runOptionsOf(options, root, io));
  return runAll(runs, { flags: options, json: options.json === true, foretell: false }, terminal, io);
}
