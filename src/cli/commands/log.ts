import { checkPromptId } from '#library/prompts.js';
import { jsonResult } from '#report/json.js';
import { type ListedEntry, withoutCounts } from '#report/log/entry.js';
import { type LogView, renderLog } from '#report/log/log.js';
import { renderProblems } from '#report/problems.js';
import { shortNames } from '#store/run/run-names.js';
import type { Io } from '../io.js';
import { type Log, readLog } from '../log-entries.js';
import { openCommand } from '../open-command.js';

export interface LogOptions {
  readonly root?: string;
  readonly all?: boolean;
  /** The maximum number of runs to list. */
  readonly number?: number;
  readonly json?: boolean;
}

const usual = 20;

/** Runs `eva log [id]`: lists runs, with and without a row. Returns 0; unreadable lines are warnings. */
export async function logCommand(id: string | undefined, options: LogOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options, { onlyRuns: true });
  const most = options.all ? Number.POSITIVE_INFINITY : (options.number ?? usual);
  const flags = options.root === undefined ? {} : { root: options.root };
  const log = readLog(root, id ?? null, flags);
  const { rows, others, warnings } = log;
  if (id !== undefined && rows.length + others.length === 0) checkPromptId(root, id);
  terminal.err(renderProblems(warnings, terminal.errScreen));
  if (options.json) terminal.out(jsonResult([...rows.slice(-most), ...others.slice(-most)].map(withoutCounts)));
  else terminal.out(renderLog(shownOf(log, most, id ?? null), terminal));
  return 0;
}

function shownOf({ rows, others, names }: Log, most: number, id: string | null): LogView {
  const all = byTime(rows, others);
  const entries = all.slice(-most);
  return { entries, earlier: all.length - entries.length, id, names: shortNames(names), now: new Date() };
}

/** Merges runs with and without a row by their start. Keeps the order of each list. */
function byTime(rows: readonly ListedEntry[], others: readonly ListedEntry[]): readonly ListedEntry[] {
  const left = [...others];
  const merged = rows.flatMap((row) => {
    const next = left.findIndex(({ ts }) => (ts ?? '') > (row.ts ?? ''));
    return [...left.splice(0, next === -1 ? left.length : next), row];
  });
  return [...merged, ...left];
}
