import { checkPromptId } from '#library/prompts.js';
import { jsonResult } from '#report/json.js';
import { renderLog } from '#report/log/log.js';
import { renderProblems } from '#report/problems.js';
import type { Io } from '../io.js';
import { readLog } from '../log-entries.js';
import { openCommand } from '../open-command.js';

export interface LogOptions {
  readonly root?: string;
  readonly all?: boolean;
  /** How many at most. */
  readonly number?: number;
  readonly json?: boolean;
}

const usual = 20;

/** `eva log [id]`: which runs there are, those with a row and those without. Returns 0; lines that cannot be read are warnings. */
export async function logCommand(id: string | undefined, options: LogOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const most = options.all ? Number.POSITIVE_INFINITY : (options.number ?? usual);
  const flags = options.root === undefined ? {} : { root: options.root };
  const log = readLog(root, id ?? null, flags);
  if (id !== undefined && log.rows.length + log.others.length === 0) checkPromptId(root, id);
  terminal.err(renderProblems(log.warnings, terminal.errScreen));
  const [rows, others] = [log.rows.slice(-most), log.others.slice(-most)];
  const earlier = { rows: log.rows.length - rows.length, others: log.others.length - others.length };
  const view = { rows, others, earlier, id: id ?? null };
  terminal.out(options.json ? jsonResult([...rows, ...others]) : renderLog(view, terminal));
  return 0;
}
