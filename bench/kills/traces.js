import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the sessions so far have left in a library: the folder of the last run, the whole lines of its journal, the rows, the lines of attempts. */
export function tracesIn(root) {
  const dir = runsIn(root).at(-1) ?? null;
  return { dir, journal: journalIn(dir), rows: rowsIn(root, '.eval.jsonl'), attempts: rowsIn(root, '.attempts.jsonl') };
}

/** The folders of the runs that have begun, oldest first: a plan is the last thing that is made before anybody is asked. */
function runsIn(root) {
  const all = join(root, '.eva/runs');
  const names = existsSync(all) ? readdirSync(all).sort() : [];
  return names.map((name) => join(all, name)).filter((dir) => existsSync(join(dir, 'plan.json')));
}

/** The lines that end in a newline, and the replies among them; a line that was cut is no reply yet. */
function journalIn(dir) {
  const path = dir === null ? '' : join(dir, 'journal.jsonl');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text.split('\n').slice(0, -1);
  const replies = lines.flatMap((line) => replyIn(line));
  return { whole: lines.map((line) => `${line}\n`).join(''), replies };
}

/** A line that another session found torn, and went on behind, is none. */
function replyIn(line) {
  try {
    const { key, role, case: of } = JSON.parse(line);
    return key === undefined ? [] : [{ key, asked: `${role} ${of === 'hundred' ? 'hundred 0' : of}` }];
  } catch {
    return [];
  }
}

/** Throws where a line is no JSON. */
function rowsIn(root, file) {
  const path = join(root, file);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** How long the last run's journal is; 0 where there is none. */
export function journalBytes(root) {
  try {
    const runs = join(root, '.eva/runs');
    return statSync(join(runs, readdirSync(runs).sort().at(-1), 'journal.jsonl')).size;
  } catch {
    return 0;
  }
}

/**
 * What a run decided, from its row and its result, without what tells one run from another: names, times, durations, latencies, and how
 * many calls were retried, since a failed attempt before a kill is in no journal.
 */
export function decisionOf({ dir, rows }) {
  const result = JSON.parse(readFileSync(join(dir, 'result.json'), 'utf8'));
  const { ts, run_id, duration_s, evidence, sources, ...row } = rows[0];
  const { oldest_reply, ...digests } = evidence;
  const { retried, ...counts } = sources;
  const cases = result.cases.map(({ trials, ...one }) => ({
    ...one,
    trials: trials.map(({ index, outcome, turns }) => ({
      index,
      outcome,
      said: turns?.map((turn) => turn.app_response),
    })),
  }));
  return { row: { ...row, digests, sources: counts }, state: result.state, cases };
}
