import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '#model/data/json.js';
import { csvRecord } from '#report/formats/csv.js';
import { csvRows, judgedRun, ticketsCase } from '../../../support/judged-run.js';
import type { Files } from '../../../support/temp-library.js';

/** The name of the stored run. */
export const runName = '20261124T101500Z-1f0c2a';

/** A case that a rubric judges, and one that a check alone decides. */
const cases = `${ticketsCase}  - name: plain
    inputs: { code: "x" }
    assert: [ { contains: "pass" } ]
`;

const made = await madeRun();

/** Makes a run once, and returns its files and an export of it, with the same name at all times. */
async function madeRun() {
  const tidy: (() => unknown)[] = [];
  const run = await judgedRun({ after: (work: () => unknown) => tidy.push(work) }, { items: 3, cases });
  const { root, run_id } = run;
  await run.eva('label', '--rater', 'ann', '--export', 'out.csv');
  const read = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(run_id, runName);
  const folder = `.eva/runs/${run_id}`;
  const files = {
    plan: read(`${folder}/plan.json`),
    result: read(`${folder}/result.json`),
    trials: read(`${folder}/trials.jsonl`),
    eval: read('prompts/diff/eval.yml'),
    data: read('prompts/diff/data/tickets.csv'),
    csv: read('out.csv'),
  };
  for (const work of tidy.reverse()) await work();
  return files;
}

type Change = (document: JsonObject) => void;

interface Changes {
  readonly plan?: Change;
  readonly result?: Change;
  readonly trials?: string | null;
}

/** Returns the files of a library with a stored run, whose documents are changed. */
export function storedRun({ plan, result, trials = made.trials }: Changes = {}): Files {
  const folder = `.eva/runs/${runName}`;
  return {
    'prompts/diff/eval.yml': made.eval,
    'prompts/diff/data/tickets.csv': made.data,
    [`${folder}/plan.json`]: changed(made.plan, plan),
    [`${folder}/result.json`]: changed(made.result, result),
    [`${folder}/trials.jsonl`]: trials,
  };
}

function changed(text: string, change: Change = () => {}): string {
  const document = JSON.parse(text);
  change(document);
  return JSON.stringify(document);
}

export type Row = Readonly<Record<string, string>>;

/** The exported answers, each passed. */
export const passed: readonly Row[] = csvRows(made.csv).map((row) => ({ ...row, verdict: 'pass' }));

/** Returns a CSV file with these records. */
export function csvOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
    .map((cells) => csvRecord(cells))
    .join('');
}
