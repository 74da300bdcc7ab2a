import { resolve } from 'node:path';
import { planMerge } from '#run/resume/plan-merge.js';
import { runOptionsOf } from '../evaluating/eval-options.js';
import { runAll } from '../evaluating/run-all.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { type ReportOptions, requireReports } from '../reporting/report-flags.js';
import { openReports } from '../reporting/write-reports.js';

export interface MergeOptions extends ReportOptions {
  readonly root?: string;
  readonly trust?: boolean;
}

/**
 * Runs `eva merge <dirs...>`: merges the shards in these folders into one run per prompt, grades and decides it, and appends its row. Calls
 * no model. Returns as `eva eval` does.
 */
export async function mergeCommand(dirs: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const place = openCommand(io, options);
  const flagged = requireReports(options, place);
  const paths = dirs.map((dir) => resolve(io.cwd(), dir));
  const runs = planMerge(paths, runOptionsOf(options, place));
  const reports = openReports(flagged, runs[0]?.open.config.reports ?? [], place);
  return runAll(runs, { flags: options, reports, foretell: false }, place);
}
