import type { JsonObject } from '#model/data/json.js';
import type { FileContent, Files } from '../../../support/temp-library.js';
import { type BadInput, bad } from '../fixture.js';
import { csvOf, passed, type Row, runName, storedRun } from './stored-run.js';

const ann = ['label', '--rater', 'ann'];

/** A mistake in the command line, with the stored run. */
function flags(mistake: string, ...words: readonly string[]): BadInput {
  return bad(mistake, storedRun(), [...ann, ...words]);
}

/** A mistake in the files of the run. */
function files(mistake: string, own: Files, ...words: readonly string[]): BadInput {
  return bad(mistake, own, [...ann, ...words]);
}

/** A mistake in a CSV file that is imported. */
function imported(mistake: string, content: FileContent): BadInput {
  return bad(mistake, { ...storedRun(), 'in.csv': content }, [...ann, '--import', 'in.csv']);
}

/** A mistake in the first row of a CSV file. */
function row(mistake: string, cells: Row): BadInput {
  return imported(mistake, csvOf(passed.map((one, at) => (at === 0 ? { ...one, ...cells } : one))));
}

/** Returns the rows without some columns. */
function without(...columns: readonly string[]): readonly Row[] {
  return passed.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !columns.includes(name))));
}

type Json = Record<string, never>;
const at = (value: unknown, ...path: readonly (string | number)[]) =>
  path.reduce<Json>((inner, step) => inner[step] as unknown as Json, value as unknown as Json);

const second = { about: 'kindness', criteria: [{ criterion: 'every_trial', params: {} }] };
const behavior = {
  grader: 'expected_behavior',
  params: {
    text: 'Is kind.',
    judge: { model: 'claude-judge', timeout_s: 60, max_tokens: 512, scale: { min: 1, max: 2 }, votes: 1 },
    rubric: { 1: 'rude', 2: 'kind' },
  },
};

const twoExpectations = storedRun({
  plan: (plan) => {
    (at(plan, 'cases', 0)['expectations'] as unknown as unknown[]).push({ ...second, grader: behavior });
  },
});

const twoCases = storedRun({
  plan: (plan) => {
    const [tickets, plain] = plan['cases'] as unknown as { expectations: unknown }[];
    if (plain) plain.expectations = tickets?.expectations;
  },
});

const noRubric = storedRun({
  plan: (plan) => {
    at(plan, 'cases', 0, 'expectations', 0, 'grader')['params'] = { checks: [] } as never;
  },
});

const setAll = (list: unknown, change: (one: JsonObject) => void) => {
  for (const one of list as JsonObject[]) change(one);
};

const runs: readonly BadInput[] = [
  bad('no runs', {}, ann),
  files('a named run without judged answers', noRubric, runName),
  flags('an unknown run', '20991231T000000Z-ffffff'),
  files('a prompt without judged answers', noRubric, 'diff'),
  flags('two runs', runName, 'other'),
  files('a run of a prompt that is gone', {
    ...storedRun(),
    ...{ 'prompts/diff/eval.yml': null, 'prompts/diff/meta.yml': null, 'prompts/diff/prompt.xml': null },
    ...{ 'prompts/diff/data/tickets.csv': null, 'prompts/other/prompt.md': 'Hello.\n' },
  }),
  files(
    'a run of a program',
    storedRun({
      plan: (plan) =>
        setAll(plan['cases'], (one) => Object.assign(one, { at: { file: 'a.test.ts', property: 'test' } })),
    }),
    runName,
  ),
  files(
    'a shard',
    storedRun({
      plan: (plan) => Object.assign(at(plan, 'manner'), { shard: { index: 1, of: 2 } }),
      result: (result) => Object.assign(result, { shard: { index: 1, of: 2 } }),
    }),
    runName,
  ),
  files(
    'a reply is missing',
    storedRun({
      result: (result) =>
        Object.assign(at(result, 'cases', 0, 'trials', 0), { outcome: 'missing', reason: 'no reply' }),
    }),
  ),
  files(
    'every answer failed',
    storedRun({
      result: (result) =>
        setAll(at(result, 'cases', 0)['trials'], (one) => Object.assign(one, { outcome: 'failed', reason: 'cut' })),
    }),
  ),
  files(
    'the texts are gone',
    storedRun({
      trials: null,
      result: (result) => setAll(at(result, 'cases', 0)['trials'], (one) => Object.assign(one, { cut: true })),
    }),
  ),
  {
    ...files('a damaged result', { ...storedRun(), [`.eva/runs/${runName}/result.json`]: '{"run_id":' }, runName),
    exitCode: 3,
  },
];

const commandLine: readonly BadInput[] = [
  flags('no terminal'),
  flags('a seed with a fraction', '--seed', '1.5'),
  flags('an unknown flag', '--judge', 'claude-judge'),
  bad('a blank rater', storedRun(), ['label', '--rater', ' ']),
  files('several judged cases', twoCases),
  files('several judged expectations', twoExpectations),
  files('an unknown expectation', twoExpectations, '--expectation', '3'),
  flags('an export to a file that exists', '--export', 'prompts/diff/eval.yml'),
  flags('an export to a folder that is missing', '--export', 'nowhere/out.csv'),
  files(
    'an import for labels that are a folder',
    {
      ...storedRun(),
      ...{ 'prompts/diff/labels.jsonl': { link: 'elsewhere' }, 'in.csv': csvOf(passed) },
    },
    '--import',
    'in.csv',
  ),
];

const csvFiles: readonly BadInput[] = [
  flags('an import of a missing file', '--import', 'nowhere.csv'),
  flags('an import of a folder', '--import', 'prompts'),
  imported('an empty file', ''),
  imported('no row is filled', csvOf(passed.map((one) => ({ ...one, verdict: '' })))),
  imported('no column of verdicts', csvOf(without('verdict'))),
  imported('only the texts', csvOf(without('run', 'case', 'item', 'draw', 'answer'))),
  imported('the file of a spreadsheet program', Buffer.from('504b030414000600080000002100', 'hex')),
  imported('an open quote', csvOf(passed).replace('pass,', '"pass,')),
  imported('a record with too few cells', csvOf(passed).replace(/,pass,.*\r\n/, ',pass\r\n')),
  imported('a record with too many cells', csvOf(passed).replace(/,pass,/, ',pass,,')),
  imported('a cell of more than 1 MiB', csvOf(passed.map((one) => ({ ...one, note: 'x'.repeat(1_100_000) })))),
];

const rows: readonly BadInput[] = [
  row('a formula as a verdict', { verdict: '=TRUE()' }),
  row('a note that is too long', { note: 'x'.repeat(2001) }),
  row('another run', { run: '20261123T101500Z-aaaaaa' }),
  row('an unknown case, in a row', { case: 'ticket' }),
  row('an altered id of the answer', { answer: `${passed[0]?.['answer']?.slice(1)}0` }),
  row('another item', { item: 'T9' }),
  imported('two verdicts for one answer', csvOf([...passed, { ...passed[0], verdict: 'fail' }])),
];

/** Mistakes of `eva label`: its command line, the run that it names, and the files that it imports. */
export const labels: readonly BadInput[] = [...runs, ...commandLine, ...csvFiles, ...rows];
