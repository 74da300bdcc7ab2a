import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { Score, Trial } from '#model/run/trial.js';
import { readJournal } from '#store/run/journal.js';
import { type Files, goodMeta, tempLibrary } from '../../support/temp-library.js';

export const dataFile = 'data/tickets.csv';

const prompt = '<task>Answer with the category of this ticket as JSON ({{form}}): {{ticket}}</task>\n';

const meta = (id: string) =>
  goodMeta
    .replace('id: diff', `id: ${id}`)
    .replace('- name: code', '- name: ticket')
    .concat('  - name: form\n    required: true\n');

/** The lines of a case that are the same in all these tests. */
export const asserts = `    assert: [ { json_value: { at: /category, equals: { field: label } } } ]
`;

/** Makes an eval.yml of cases, each with its name, its data set and its further lines. */
export function evalOf(...cases: readonly (readonly [name: string, dataset: string, more: string])[]): string {
  const entries = cases.map(
    ([name, dataset, more]) =>
      `  - name: ${name}\n    inputs: { form: ${name} }\n    dataset: { file: ${dataFile}, ${dataset} }\n${asserts}${more}`,
  );
  return `defaults: { model: claude-x }\ncases:\n${entries.join('')}`;
}

/** Writes a library with the prompt `diff` on a file of tickets. */
export function ticketLibrary(t: TestContext, evaluation: string, data: string, files: Files = {}): string {
  return tempLibrary(t, {
    'prompts/diff/meta.yml': meta('diff'),
    'prompts/diff/prompt.xml': prompt,
    'prompts/diff/eval.yml': evaluation,
    [dataFile]: data,
    ...files,
  });
}

/** Returns the files of one more prompt with the same body. */
export function promptFiles(id: string, evaluation: string): Files {
  return {
    [`prompts/${id}/meta.yml`]: meta(id),
    [`prompts/${id}/prompt.xml`]: prompt,
    [`prompts/${id}/eval.yml`]: evaluation,
  };
}

/** Returns the folders of the runs in a library, oldest first. */
export function runDirs(root: string): readonly string[] {
  const runs = join(root, '.eva/runs');
  if (!existsSync(runs)) return [];
  return readdirSync(runs)
    .sort()
    .map((name) => join(runs, name));
}

/** Returns the folder of the newest run. Throws without one. */
export function newestRun(root: string): string {
  const dir = runDirs(root).at(-1);
  if (dir === undefined) throw new Error('there is no run');
  return dir;
}

export const planIn = (dir: string): RunPlan => JSON.parse(readFileSync(join(dir, 'plan.json'), 'utf8'));
export const resultIn = (dir: string): RunResult => JSON.parse(readFileSync(join(dir, 'result.json'), 'utf8'));

/** A line of `trials.jsonl`. */
interface TrialLine {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

function trialLines(dir: string): readonly TrialLine[] {
  return readFileSync(join(dir, 'trials.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TrialLine]))
    .sort(({ trial: a }, { trial: b }) => a.case.localeCompare(b.case) || a.index - b.index);
}

/** Returns the trials of a run by case and index. */
export function trialsIn(dir: string): readonly Trial[] {
  return trialLines(dir).map(({ trial }) => trial);
}

/**
 * Returns the result of a run, and the trials and scores that it counts, from `trials.jsonl`: which of them keep their texts in the result
 * depends on the order of replies, and a case that stops early has further trials, which were asked at that moment.
 */
export function countedIn(dir: string) {
  const result = resultIn(dir);
  const counted = new Set(
    result.cases.flatMap(({ trials }) => trials.map(({ case: name, index }) => `${index} ${name}`)),
  );
  const lines = trialLines(dir).filter(({ trial }) => counted.has(`${trial.index} ${trial.case}`));
  const cases = result.cases.map(({ trials, scores, ...rest }) => ({
    ...rest,
    trials: trials.length,
    scores: scores.length,
  }));
  return { result: { ...result, cases }, lines };
}

/** Returns the keys of the replies in the journal of a run, sorted. */
export function keysIn(dir: string): readonly string[] {
  return [...readJournal(dir).replies].map(({ key }) => key).sort();
}

/** What one run has and another one with the same replies has not: names, times and counts of calls. */
const circumstances = new Set([
  'run_id',
  'ts',
  'duration_s',
  'started_at',
  'latency',
  'oldest_reply',
  'requested',
  'try',
]);

/** Returns a result, row or trial without names, times and counts of calls. */
export function withoutCircumstances(value: unknown, more: readonly string[] = []): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (circumstances.has(key) || more.includes(key) ? undefined : part)),
  );
}
