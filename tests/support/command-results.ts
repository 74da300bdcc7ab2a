import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reporters } from '#page/formats.js';
import { storedReport } from '#report/stored/stored-report.js';
import { readPlan } from '#store/run/run-folder.js';
import { textOf } from './reported-runs.js';
import { rowsIn } from './rows-in.js';
import { runEva } from './run-eva.js';

/**
 * Returns the rows of a library without ids, times, `group` and the address of the server. Others than those of the `whole` prompts stop early, and
 * how many replies they have that nothing needs depends on the order of replies: their counts are left out.
 */
export function rowsWithoutNames(root: string, whole: readonly string[]): readonly object[] {
  return rowsIn(root).map(({ run_id: _run, ts: _ts, duration_s: _s, ...row }) => ({
    ...row,
    group: null,
    evidence: { ...row.evidence, oldest_reply: null },
    sources: { ...row.sources, servers: [], asked: whole.includes(row.id) ? row.sources.asked : null },
    usage: whole.includes(row.id) ? row.usage : null,
  }));
}

const formats = ['pretty', 'json', 'junit', 'markdown', 'github', 'html'] as const;

/** Returns the reports of the runs of prompts, by format, and of each run as CSV. Names of runs, times and the server are replaced by words. */
export async function reportsWithoutNames(
  root: string,
  ids: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const runs = readdirSync(join(root, '.eva/runs'))
    .sort()
    .map((run_id) => ({ run_id, plan: readPlan(root, run_id) }))
    .map(({ run_id, plan: { id, variant } }) => ({ id, run_id, variant: variant?.variant ?? null }))
    .filter(({ id }) => ids.includes(id))
    .sort((a, b) => `${a.id} ${a.variant}`.localeCompare(`${b.id} ${b.variant}`));
  const nameless = (text: string) => {
    let replaced = text;
    for (const [at, { run_id }] of runs.entries())
      replaced = replaced.replace(new RegExp(`(${run_id.slice(0, -6)}|\\b)${run_id.slice(-6)}\\b`, 'g'), `run-${at}`);
    return withoutTimes(replaced);
  };
  for (const { run_id } of runs) withoutLengths(join(root, '.eva/runs', run_id));
  const report = () => storedReport({ root, place: {}, arrangement: 'list', group: null, exitCode: 0, runs });
  const texts = formats.map(async (name) => [name, nameless(await textOf(await reporters[name](), report()))] as const);
  const tables: (readonly [string, string])[] = [];
  for (const { run_id, id, variant } of runs) {
    const file = join(root, 'trials.csv');
    await runEva(['report', run_id, '--out', file], { cwd: root });
    tables.push([`csv of ${id} ${variant}`, nameless(readFileSync(file, 'utf8'))]);
  }
  return Object.fromEntries([...(await Promise.all(texts)), ...tables]);
}

/** Gives all measured times in the files of a run the same length, and its result one begin, from which reports then make their figures. */
function withoutLengths(dir: string): void {
  for (const file of ['result.json', 'trials.jsonl'].map((name) => join(dir, name))) {
    const text = readFileSync(file, 'utf8');
    const equal = text.replace(/(?<="(?:latency_ms|latency|duration_s)": ?)[\d.]+/g, '1');
    writeFileSync(file, equal.replace(/(?<="ts": ?)"[^"]+"/g, '"2026-01-01T00:00:00.000Z"'));
  }
}

function withoutTimes(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/g, 'SERVER')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, 'TIME')
    .replace(/\d+ \w+ \d{4}, \d\d:\d\d UTC/g, 'TIME')
    .replace(/\s+"group": "[^"]+",/g, '');
}
