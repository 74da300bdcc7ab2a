import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { csvRecord } from '#report/formats/csv.js';
import { csvRows, type JudgedRun, judgedRun, ticketsCase } from '../../support/judged-run.js';

const ann = ['label', '--rater', 'ann'];

/** Exports the sample, and returns its records by column. */
async function exported({ eva, root }: JudgedRun, ...flags: readonly string[]) {
  const { exitCode, stderr, stdout } = await eva(...ann, '--export', 'out.csv', ...flags);
  assert.equal(exitCode, 0, stderr);
  const text = readFileSync(join(root, 'out.csv'), 'utf8');
  return { text, rows: csvRows(text), stdout };
}

/** Writes records as a CSV file with these columns. */
function writeRows(root: string, rows: readonly Readonly<Record<string, string>>[], delimiter = ',') {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map((cells) =>
    csvRecord(cells),
  );
  const text = delimiter === ',' ? lines.join('') : lines.map((line) => line.replaceAll(',', delimiter)).join('');
  writeFileSync(join(root, 'in.csv'), text);
}

test('an export has a record for each answer, with the labels that the person has given', async (t) => {
  const run = await judgedRun(t);
  await run.type(['p', 'f why not'], ann);
  const { text, rows, stdout } = await exported(run);
  assert.match(stdout, /5 answers written to out.csv/);
  assert.ok(text.startsWith('\ufeffrun,case,item,draw,input,reference,rubric,response,verdict,note,'));
  assert.deepEqual(
    rows.map(({ verdict, note }) => [verdict, note]),
    [
      ['pass', ''],
      ['fail', 'why not'],
      ['', ''],
      ['', ''],
      ['', ''],
    ],
  );
  for (const { item = '', input, reference, response, rubric, run: of, case: name, draw } of rows) {
    const number = Number(item.slice(2));
    assert.deepEqual([input, reference], [`ticket ${number}`, `team ${number % 3}`]);
    assert.equal(response, `Dear customer, we pass ticket ${number} on.`);
    assert.deepEqual([of, name, draw], [run.run_id, 'tickets', '0']);
    assert.match(rubric ?? '', /^Is the answer kind/);
  }
  assert.doesNotMatch(text, /as the test wants/, 'nothing of the judge');
});

test('a filled file is imported once, in any order of rows and columns and with any delimiter', async (t) => {
  const run = await judgedRun(t);
  const { rows } = await exported(run);
  const words = ['PASS', ' Fail ', '✓', '', '0'];
  const filled = rows.map((row, at) => ({
    ...row,
    verdict: words[at] ?? '',
    note: at === 0 ? "'=1+1" : '',
    response: 'x',
    rubric: 'x',
  }));
  const moved = filled.toReversed().map((row) => Object.fromEntries(Object.entries({ more: 'z', ...row }).reverse()));
  writeRows(run.root, moved, ';');
  const { exitCode, stdout, stderr } = await run.eva(...ann, '--import', 'in.csv');
  assert.equal(exitCode, 0, stderr);
  assert.equal(stdout, '4 labels of ann added; 1 row without a verdict\n');
  const byItem = new Map(run.labels().map((one) => [one['item'], one]));
  assert.deepEqual(
    rows.map(({ item }) => byItem.get(item)?.['verdict']),
    ['pass', 'fail', 'pass', undefined, 'fail'],
  );
  assert.equal(byItem.get(rows[0]?.item)?.['note'], '=1+1');
  assert.deepEqual(run.labels()[0]?.['sample'], { seed: 0, asked: 5, of: 5 });
  const again = await run.eva(...ann, '--import', 'in.csv');
  assert.equal(again.stdout, '0 labels of ann added; 4 known already, 1 row without a verdict\n');
  assert.equal(run.labels().length, 4);
  const terminal = await run.type(['p'], ann);
  assert.equal(terminal.exitCode, 0, 'one answer was left');
});

test('cells that a spreadsheet would compute get an apostrophe, and come back without it', async (t) => {
  const answer = (body: { model: string }) =>
    body.model === 'claude-judge' ? { tool_input: { score: 5, reason: 'fine' } } : '=HYPERLINK("http://evil.example")';
  const run = await judgedRun(t, { answer });
  await run.type(['p @SUM(1)'], ann);
  const { rows } = await exported(run);
  assert.ok(rows.every(({ response }) => response?.startsWith("'=")));
  assert.equal(rows[0]?.note, "'@SUM(1)");
  writeRows(run.root, rows);
  const { stdout } = await run.eva(...ann, '--import', 'in.csv');
  assert.match(stdout, /^0 labels of ann added; 1 known already/);
});

test('answers with equal texts are told apart by item and draw', async (t) => {
  const answer = (body: { model: string }) =>
    body.model === 'claude-judge' ? { tool_input: { score: 5, reason: 'fine' } } : 'We pass it on.';
  const run = await judgedRun(t, { answer });
  const { rows } = await exported(run);
  writeRows(
    run.root,
    rows.map((row, at) => ({ ...row, verdict: at === 1 ? 'fail' : 'pass' })),
  );
  await run.eva(...ann, '--import', 'in.csv');
  const failed = run.labels().filter(({ verdict }) => verdict === 'fail');
  assert.deepEqual(
    failed.map(({ item }) => item),
    [rows[1]?.item],
  );
});

test('one import takes the answers of several cases', async (t) => {
  const other = ticketsCase.replace('tickets\n', 'others\n').replace('Is the answer kind', 'Is it short');
  const run = await judgedRun(t, { cases: ticketsCase + other });
  const first = await exported(run, '--case', 'tickets');
  await run.eva(...ann, '--export', 'others.csv', '--case', 'others');
  const others = csvRows(readFileSync(join(run.root, 'others.csv'), 'utf8'));
  writeRows(
    run.root,
    [...first.rows, ...others].map((row) => ({ ...row, verdict: 'pass' })),
  );
  const { stdout } = await run.eva(...ann, '--import', 'in.csv');
  assert.equal(stdout, '10 labels of ann added\n');
  assert.deepEqual(new Set(run.labels().map((one) => one['case'])), new Set(['tickets', 'others']));
});

test('several people import into one file, each under a name', async (t) => {
  const run = await judgedRun(t);
  const { rows } = await exported(run);
  writeRows(
    run.root,
    rows.map((row) => ({ ...row, verdict: 'pass' })),
  );
  for (const rater of ['ben', 'cid']) await run.eva('label', '--rater', rater, '--import', 'in.csv');
  assert.deepEqual(
    ['ben', 'cid'].map((name) => run.labels().filter(({ rater }) => rater === name).length),
    [5, 5],
  );
});
