import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { readResultHead, resultPieces } from '#store/run/run-document.js';
import { createRunFolder, writePlan, writeResult } from '#store/run/run-folder.js';
import { readRun } from '#store/run/stored-runs.js';
import { sampleResult } from '../../report/run-sample.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { tempLibrary } from '../../support/temp-library.js';

const finding = { about: 'contains: "x"', holds: true, reason: 'line\u2028 one\n"quoted" é' };

const several = resultOf({
  cases: [
    sampleResult('happy', true, [{ findings: [finding] }, { findings: [finding] }]),
    sampleResult('empty', null, []),
    sampleResult('__proto__', false, [{ findings: [{ ...finding, holds: false }] }]),
  ],
});

for (const [what, result] of Object.entries({ 'no case': resultOf({ cases: [] }), 'three cases': several })) {
  test(`the pieces of a result of ${what} join to its JSON`, () => {
    assert.deepEqual(JSON.parse([...resultPieces(result, (text) => text)].join('')), result);
  });
}

test('each trial, each score and each field before the cases has its own line', () => {
  const lines = [...resultPieces(several, (text) => text)].join('').split('\n');
  assert.equal(lines.filter((line) => line.startsWith('        {"case":')).length, 3);
  assert.equal(lines.filter((line) => line.startsWith('        {"expectation":')).length, 3);
  assert.equal(lines[1], '  "run_id": "20260110T120000Z-aaaaaa",');
  assert.equal(lines.indexOf('  "cases": [') > lines.findIndex((line) => line.startsWith('  "eva_version"')), true);
});

test('a result is read back unchanged, and so is its head alone', async (t) => {
  const root = tempLibrary(t, {});
  const result = resultOf({ run_id: 'r1' });
  const dir = createRunFolder(root, 'r1');
  await writePlan(dir, planOf());
  await writeResult(dir, result);
  assert.deepEqual(readRun(root, 'r1').result, result);
  const { run_id, id, state, shard, replies } = readResultHead(join(dir, 'result.json')) ?? {};
  assert.deepEqual(
    { run_id, id, state, shard, replies },
    { run_id: 'r1', id: 'diff', state: 'finished', shard: null, replies: result.replies },
  );
  assert.equal(readFileSync(join(dir, 'result.json'), 'utf8').at(-1), '\n');
});

test('a result that is read back says why each trial is missing', async (t) => {
  const whys = ['given_up', 'no_recording', 'budget', 'provider_given_up', 'batch_unread', undefined] as const;
  const missing = whys.map((why) => ({ outcome: 'missing', reason: 'none', ...(why && { why }) }) as const);
  const cases = [
    sampleResult(
      'happy',
      null,
      missing.map((outcome) => ({ findings: [], outcome })),
    ),
  ];
  const root = tempLibrary(t, {});
  const dir = createRunFolder(root, 'r1');
  await writePlan(dir, planOf());
  await writeResult(dir, resultOf({ run_id: 'r1', cases }));
  assert.deepEqual(readRun(root, 'r1').result?.cases, cases);
});

test('the head of an invalid result is null', (t) => {
  const dir = tempLibrary(t, { a: '', b: '{\n', c: '{\n  "cases": [\n', d: `{\n  "state": "green",\n  "cases": [\n` });
  for (const name of ['a', 'b', 'c', 'd', 'missing']) assert.equal(readResultHead(join(dir, name)), null);
});
