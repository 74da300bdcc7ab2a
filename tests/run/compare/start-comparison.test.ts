import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { AskedComparison } from '#run/compare/planned-comparison.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { readCompareRows } from '#store/logs/compare-log.js';
import { compared, comparisonIn, planTwoModels, twoModels } from './two-models.js';

/** Returns the events of the attempts of a library, with kind and outcome. */
function attemptsIn(root: string): readonly string[] {
  return readAttempts(root).rows.map(({ value }) =>
    [value.event, value.kind, ...(value.event === 'end' ? [value.outcome, value.red ? 'red' : 'green'] : [])].join(' '),
  );
}

test('a comparison in which B gets worse is a red attempt, after all of its pairs', async (t) => {
  const library = await twoModels(t, 200, { wrong: ({ side }) => side === 'b' });
  const { comparison } = comparisonIn(await compared(planTwoModels(library)));
  assert.equal(comparison.outcome, 'worse');
  assert.equal(comparison.cases[0]?.used, 200);
  assert.equal(library.server.requests.length, 400);
  assert.deepEqual(attemptsIn(library.root), ['begin compare', 'red compare', 'end compare failed red']);
  assert.equal(readCompareRows(library.root).rows[0]?.value.outcome, 'worse');
});

test('a small case that is lost makes the comparison worse, and its attempt red', async (t) => {
  const library = await twoModels(t, 60, { wrong: ({ side, item }) => side === 'b' && item === 99 });
  const small = `  - name: small
    inputs: { code: item 99 }
    sample_size: 12
    assert:
      - contains: '99'
    criteria:
      - proportion_gte: { proportion: 0.5 }
`;
  appendFileSync(join(library.root, 'prompts/diff/eval.yml'), small);
  const { comparison } = comparisonIn(await compared(planTwoModels(library)));
  assert.deepEqual(
    comparison.cases.map(({ case: name, decides, outcome }) => [name, decides, outcome]),
    [
      ['items', true, 'not_worse'],
      ['small', false, 'worse'],
    ],
  );
  assert.deepEqual([comparison.outcome, comparison.state], ['worse', 'finished']);
  assert.equal(comparison.cases[1]?.used, 12);
  assert.deepEqual(attemptsIn(library.root), ['begin compare', 'red compare', 'end compare failed red']);
});

test('a second comparison of equal versions adds no row, unless the first is not the newest line', async (t) => {
  const library = await twoModels(t, 60);
  const again = async (part: Partial<AskedComparison> = {}) =>
    comparisonIn(await compared({ ...planTwoModels(library), same: true, ...part })).rowPath;
  const rows = () => readCompareRows(library.root).rows.length;
  assert.deepEqual([await again(), await again(), rows()], ['.compare.jsonl', null, 1]);
  const stricter = { question: { margin: 0.1, alpha: 0.05 } };
  assert.deepEqual([await again(stricter), await again(), rows()], ['.compare.jsonl', '.compare.jsonl', 3]);
  appendFileSync(join(library.root, '.compare.jsonl'), 'x\n');
  assert.deepEqual([await again(), rows()], ['.compare.jsonl', 4]);
});

test('a prompt that is compared with itself gets no row', async (t) => {
  const library = await twoModels(t, 60);
  const planned = planTwoModels(library);
  const a = { ...planned.a, name: { label: 'diff', kind: 'prompt', id: 'diff' } as const };
  const { rowPath } = comparisonIn(await compared({ ...planned, a, same: true }));
  assert.deepEqual([rowPath, readCompareRows(library.root).rows], [null, []]);
});
