import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { evaError } from '#model/problem.js';
import { lackError, lackTable, partialText } from '#report/run/merge-text.js';
import { exitCodeOfRun } from '#report/stored/continuation.js';
import { plural } from '#report/text/numbers.js';
import { mergeShards } from '#run/shares/merge.js';
import { closeShares } from '#store/run/command-file.js';
import { jobInEngine } from '../evaluating/auto-shard.js';
import { runOptionsOf } from '../evaluating/eval-options.js';
import { noticesTo } from '../evaluating/progress.js';
import { runAll } from '../evaluating/run-all.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { type ReportOptions, requireReports } from '../reporting/report-flags.js';
import { openReports } from '../reporting/write-reports.js';

export interface MergeOptions extends ReportOptions {
  readonly root?: string;
  readonly runs?: string;
  readonly trust?: boolean;
  readonly partial?: boolean;
  /** The job to merge, if there are several. */
  readonly group?: string;
}

/**
 * Runs `eva merge <dirs...>`: merges the shards in these folders into the runs that they belong to, and appends their rows. Calls no model. With
 * `--partial` it shows what is known so far, and writes nothing. Returns 3 while trials are missing, else as `eva eval` does.
 */
export async function mergeCommand(
  dirs: readonly string[],
  { group, ...options }: MergeOptions,
  io: Io,
): Promise<number> {
  const place = openCommand(io, options, { makesRuns: options.partial !== true });
  const { terminal } = place;
  const flagged = requireReports(options, place);
  const paths = dirs.map((dir) => resolve(io.cwd(), dir));
  const notify = noticesTo(place);
  const isPartial = options.partial === true;
  if (isPartial && flagged.targets.length > 0)
    throw evaError('EVA_USAGE:partial_report', '--partial prints what is known so far, and writes no report', {
      hint: 'leave out --json and --report; a merge of all shards writes them',
    });
  const runOptions = { ...runOptionsOf(options, place), job: group ?? jobInEngine(io.env) };
  const merge = await mergeShards(paths, runOptions, { notify, scratch: isPartial ? tmpdir() : null });
  if (isPartial) {
    merge.discard();
    terminal.out(partialText(merge, terminal));
    const ended = merge.commands.flatMap(({ runs }) => runs);
    return Math.max(...ended.map(({ result, open }) => exitCodeOfRun(result, open.plan)));
  }
  if (!merge.isWhole) {
    merge.discard();
    const exitCode = exitWithError(lackError(merge), io);
    const named = dirs.map((dir, at) => ({ dir, path: paths[at] ?? dir }));
    terminal.err(lackTable(merge, named, options, terminal.errScreen));
    return exitCode;
  }
  const runs = merge.commands.flatMap((command) => command.runs.map(({ planned }) => planned));
  const processes = merge.commands.flatMap(({ sharded }) => sharded.runs.flatMap(({ folders }) => folders));
  terminal.err(`merging ${plural(processes.length, 'run')} of ${plural(shardsOf(merge), 'shard')}\n`);
  const reports = openReports(flagged, runs[0]?.open.config.reports ?? [], place);
  const exitCode = await runAll(runs, { flags: options, reports, foretell: false }, place);
  if (exitCode < 2) closeShares(processes);
  return exitCode;
}

function shardsOf({ commands }: Awaited<ReturnType<typeof mergeShards>>): number {
  return commands.reduce((sum, { sharded }) => sum + sharded.command.of, 0);
}
