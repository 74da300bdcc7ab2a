import { problem } from '#errors.js';
import { badAttempt } from '#lifecycle/bad-attempt.js';
import type { Problem } from '#model/problem.js';
import { type AttemptsLog, readAttempts } from '#store/attempts-log.js';
import { type LoggedRow, type RunLog, readRunRows } from '#store/eval-log.js';
import type { Row } from '#store/files/jsonl.js';
import { collect } from './collect.js';

const noRuns: RunLog = { rows: [], bad: [] };
const noAttempts: AttemptsLog = { rows: [], bad: [] };

/** Reads `.eval.jsonl` once and returns, for each prompt, its rows and those that name none. Unreadable lines of it and of `.attempts.jsonl` become warnings. */
export function gatherRuns(root: string, problems: Problem[]): (id: string) => RunLog {
  const log = collect(problems, noRuns, () => readRunRows(root));
  for (const { line, reason } of log.bad) {
    const at = { file: '.eval.jsonl', line };
    const hint = 'it is skipped; a gate takes no evidence from above an unreadable line';
    problems.push(problem('EVA_BAD_ROW', `this line ${reason}`, { at, hint, severity: 'warning' }));
  }
  const attempts = collect(problems, noAttempts, () => readAttempts(root));
  problems.push(...attempts.bad.map(({ line, reason }) => badAttempt(line, reason)));
  const rows = byPrompt(log.rows);
  return (id) => ({ ...log, rows: [...(rows.get(undefined) ?? []), ...(rows.get(id) ?? [])] });
}

function byPrompt(rows: readonly Row<LoggedRow>[]): ReadonlyMap<unknown, readonly Row<LoggedRow>[]> {
  const groups = new Map<unknown, Row<LoggedRow>[]>();
  for (const row of rows) {
    const group = groups.get(row.value['id']);
    if (group) group.push(row);
    else groups.set(row.value['id'], [row]);
  }
  return groups;
}
