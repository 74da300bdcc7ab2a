import { checkPromptId } from '#library/prompts.js';
import { renderLog } from '#report/commands/log.js';
import { withoutCounts } from '#report/commands/log-entry.js';
import { jsonResult } from '#report/formats/json-result.js';
import { renderProblems } from '#report/problems.js';
import { placeFlags, resumeCommand } from '#report/stored/continuation.js';
import { lastEntries, readLog } from '#report/stored/read-log.js';
import { groupLeft } from '#run/resume/plan-resumed.js';
import { listRuns } from '#store/run/run-list.js';
import { shortNames } from '#store/run/run-names.js';
import type { Io } from '../io.js';
import { type CommonFlags, openCommand } from '../open-command.js';

interface LogOptions extends CommonFlags {
  readonly all?: boolean;
  /** The maximum number of runs to list. */
  readonly number?: number;
}

const usual = 20;

/** Runs `eva log [id]`: lists runs, with and without a row. Returns 0; unreadable lines are warnings. */
export async function logCommand(id: string | undefined, options: LogOptions, io: Io): Promise<number> {
  const { terminal, root } = openCommand(io, options, { onlyRuns: true });
  const most = options.all ? Number.POSITIVE_INFINITY : (options.number ?? usual);
  const log = readLog(root, id ?? null, options);
  const { rows, others, names, warnings } = log;
  if (id !== undefined && rows.length + others.length === 0) checkPromptId(root, id);
  terminal.err(renderProblems(warnings, terminal.errScreen));
  if (options.json) terminal.out(jsonResult([...rows.slice(-most), ...others.slice(-most)].map(withoutCounts)));
  else {
    const view = { ...lastEntries(root, log, most), id: id ?? null, names: shortNames(names), now: new Date() };
    const group = groupLeft(root, listRuns(root));
    const next = group && id === undefined ? resumeCommand(null, options) : null;
    terminal.out(renderLog({ ...view, next, place: placeFlags(options) }, terminal));
  }
  return 0;
}
