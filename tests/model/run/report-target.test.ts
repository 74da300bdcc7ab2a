import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import test from 'node:test';
import { placeOfEva, readReports } from '#model/run/report-target.js';

test('reports are NAME or NAME=FILE, in their order', () => {
  assert.deepEqual(readReports(['json=out/a=b.json', 'pretty', ' json = c d.json ']), {
    targets: [
      { name: 'json', file: 'out/a=b.json' },
      { name: 'pretty', file: null },
      { name: 'json', file: 'c d.json' },
    ],
    flaws: [],
  });
});

test('a flaw has the place of its report in the list', () => {
  const { targets, flaws } = readReports(['jsn', 'json', 'pretty', 'json=x', 'pretty=./y/../x', 'json=', 'pretty=-']);
  assert.deepEqual(targets.length, 2);
  assert.deepEqual(
    flaws.map(({ index, flaw }) => [index, flaw.flaw]),
    [
      [0, 'unknown_reporter'],
      [2, 'two_on_stdout'],
      [4, 'same_file'],
      [5, 'no_file'],
      [6, 'no_file'],
    ],
  );
  assert.deepEqual(flaws[0]?.flaw, { flaw: 'unknown_reporter', written: 'jsn', meant: 'json' });
});

test('files are the same if their paths are, however they are written', () => {
  const texts = ['json=/x/out/a', 'pretty=out/a'];
  assert.equal(readReports(texts).flaws.length, 0);
  assert.equal(readReports(texts, (file) => resolve('/x', file)).flaws.length, 1);
});

test('reports replace no file that eva reads', () => {
  const files = ['prompts/a/eval.yml', './prompts/../.eva/x', 'eva.yml', '.eval.jsonl', 'out/eva.yml', '../prompts/x'];
  assert.deepEqual(files.map(placeOfEva), ['prompts/', '.eva/', 'eva.yml', '.eval.jsonl', null, null]);
});
