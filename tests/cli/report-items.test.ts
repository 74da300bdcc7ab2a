import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type Score, scoresByTrial } from '#model/run/trial.js';
import {
  body,
  datasetCase,
  datasetResult,
  type SampleItem,
  sampleDataset,
  sampleItems,
} from '../report/dataset-sample.js';
import { runEva } from '../support/run-eva.js';
import { planOf, resultOf } from '../support/run-files.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';

const run_id = '20260110T120000Z-aaaaaa';
const dir = `.eva/runs/${run_id}`;
const testCase = datasetCase('tickets', { ...sampleDataset, kept: 60, asked: 60, draws: 2 });
const items: readonly SampleItem[] = sampleItems(60).map((item, i) => {
  const [answer = ''] = item.answers;
  const ticket = i === 5 ? '=SUM(A1), "quoted"\nand a second line' : item.ticket;
  return { ...item, ticket, answers: [answer, i === 7 ? 'fraud?' : answer] };
});

/** Makes a library with one stored run on a data set. */
function library(t: TestContext, planned = testCase, isKept: (score: Score) => boolean = () => true): string {
  const whole = datasetResult(planned, items);
  const result = { ...whole, scores: whole.scores.filter(isKept) };
  const scores = scoresByTrial(result.scores);
  const lines = result.trials.map((trial) =>
    JSON.stringify({ case: 'tickets', trial, scores: scores.get(trial.index) ?? [] }),
  );
  const counts = { all_passed: false, passed: 0, failed_cases: ['tickets'], inconclusive_cases: [] };
  return tempLibrary(t, {
    'prompts/diff/meta.yml': goodMeta,
    [`${dir}/plan.json`]: JSON.stringify(planOf({ cases: [planned], body })),
    [`${dir}/result.json`]: JSON.stringify(resultOf({ cases: [result], ...counts })),
    [`${dir}/trials.jsonl`]: `${lines.reverse().join('\n')}\n`,
  });
}

/** Returns the ids of the items that a report shows. */
async function shownItems(root: string, ...flags: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr, exitCode } = await runEva(['report', ...flags], { cwd: root });
  assert.equal(exitCode, 1, stderr);
  return [...stdout.matchAll(/^ {3}[✓✗?] (t-\d+)/gm)].map(([, id = '']) => id);
}

const failing = items.filter(({ answers, expected }) => answers.some((answer) => answer !== expected));
const idsOf = (chosen: readonly SampleItem[]) => chosen.map(({ id }) => id);

test('a report shows the items that failed, by language, class and id, in the order of the run', async (t) => {
  const root = library(t);
  assert.ok(failing.length > 3);
  assert.deepEqual(await shownItems(root, '--failed'), idsOf(failing));
  const dutch = failing.filter(({ language }) => language === 'nl');
  assert.deepEqual(await shownItems(root, '--failed', '--slice', 'language=nl'), idsOf(dutch));
  const billing = failing.filter(({ expected, language }) => expected === 'billing' && language !== 'fr');
  const slices = [
    '--slice',
    'class=billing',
    '--slice',
    'language=nl',
    '--slice',
    'language=en',
    '--slice',
    'language=de',
  ];
  assert.deepEqual(await shownItems(root, ...slices), idsOf(billing));
  assert.deepEqual(await shownItems(root, '--all'), idsOf(items));
  assert.deepEqual(await shownItems(root, '--flaky'), ['t-1007']);
  assert.deepEqual(await shownItems(root, '--item', 't-1003', '--item', 't-1001'), ['t-1001', 't-1003']);
});

test('an unknown field, value or item is refused', async (t) => {
  const root = library(t);
  for (const flags of [
    ['--slice', 'languge=nl'],
    ['--slice', 'language=dutch'],
    ['--slice', 'nl'],
    ['--item', 'x'],
  ]) {
    const { exitCode, stderr } = await runEva(['report', ...flags], { cwd: root });
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_USAGE/);
  }
});

test('the trials are written as CSV: quoted where needed, and no cell is a formula', async (t) => {
  const root = library(t);
  const { stdout, exitCode } = await runEva(['report', '--out', 'all.csv'], { cwd: root });
  assert.equal(exitCode, 1);
  assert.match(stdout, /120 rows/);
  const records = readFileSync(join(root, 'all.csv'), 'utf8').split('\r\n');
  assert.equal(records[0], 'case,item,draw,language,outcome,expected,answered,inputs,reply,reason,prompt,variant');
  assert.equal(records.length, 122);
  assert.equal(
    records[1],
    'tickets,t-1000,0,nl,failed,billing,,Ticket 0 about my billing in nl,none of it,"equals: ""billing"": the response is ""none of it""; class: the response is ""none of it""",diff,claude-opus-4-7',
  );
  assert.equal(
    records[11],
    `tickets,t-1005,0,fr,passed,fraud,fraud,"'=SUM(A1), ""quoted""\nand a second line",fraud,,diff,claude-opus-4-7`,
  );
});

test('the rows of a file are those that are selected, and a file is replaced', async (t) => {
  const root = library(t);
  for (const flags of [['--all'], ['--flaky']]) await runEva(['report', '--out', 'x.csv', ...flags], { cwd: root });
  assert.equal(readFileSync(join(root, 'x.csv'), 'utf8').match(/\r\n/g)?.length, 3);
});

test('the expected value is that of the only comparison with a field', async (t) => {
  const [equals] = testCase.expectations;
  const expectations = equals ? [equals] : [];
  const root = library(t, { ...testCase, expectations }, ({ expectation }) => expectation === 0);
  await runEva(['report', '--out', 'all.csv'], { cwd: root });
  const records = readFileSync(join(root, 'all.csv'), 'utf8').split('\r\n');
  assert.match(records[1] ?? '', /^tickets,t-1000,0,nl,failed,billing,,/);
});

test('the commands below a data set name the run and the root that the reader named', async (t) => {
  const root = library(t);
  const commandsOf = async (...words: readonly string[]) => {
    const { stdout } = await runEva(['report', ...words, '--case', 'tickets'], { cwd: root });
    return [...stdout.matchAll(/eva report (.*) --slice/g)].map(([, between = '']) => between);
  };
  for (const [words, between] of [
    [[], '--failed'],
    [[run_id], 'aaaaaa --failed'],
    [['--root', '.'], '--root . --failed'],
  ] as const) {
    const commands = await commandsOf(...words);
    assert.ok(commands.length > 0);
    assert.deepEqual([...new Set(commands)], [between]);
  }
});

test('a report says how many items are selected', async (t) => {
  const root = library(t);
  const dutch = items.filter(({ language }) => language === 'nl').length;
  for (const [flags, number] of [
    [['--slice', 'language=nl'], `${failing.filter(({ language }) => language === 'nl').length} of ${dutch} items`],
    [['--failed'], `${failing.length} of 60 items`],
    [['--all'], 'all 60 items'],
    [['--flaky'], '1 of 60 items'],
    [['--item', 't-1001'], '1 of 60 items'],
  ] as const) {
    const { stdout } = await runEva(['report', ...flags], { cwd: root });
    assert.match(stdout, new RegExp(`^ {3}${number}`, 'm'), flags.join(' '));
  }
});

test('of items that were asked once a report says how to find answers that differ', async (t) => {
  const once = datasetCase('tickets', { ...sampleDataset, kept: 60, asked: 60 });
  const { stdout } = await runEva(['report', '--flaky'], { cwd: library(t, once) });
  assert.match(stdout, /draws: 2/);
});

test('an export replaces no file that is not an export', async (t) => {
  const root = library(t);
  const files = { 'prompts/diff/meta.yml': goodMeta, 'data.csv': 'id,text\n', 'empty.csv': '' };
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(root, file), text);
    const { stderr, exitCode } = await runEva(['report', '--out', file], { cwd: root });
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_USAGE/);
    assert.equal(readFileSync(join(root, file), 'utf8'), text);
  }
});

test('without trials.jsonl the items are shown from the result', async (t) => {
  const root = library(t);
  rmSync(join(root, dir, 'trials.jsonl'));
  assert.deepEqual(await shownItems(root, '--failed'), idsOf(failing));
});
