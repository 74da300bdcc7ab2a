import assert from 'node:assert/strict';
import test from 'node:test';
import { readUsageRows } from '#store/logs/prompt-logs.js';
import { tempLibrary } from '../../support/temp-library.js';

test('no file means no uses', (t) => {
  assert.deepEqual(readUsageRows(tempLibrary(t, {})), { rows: [], bad: [] });
});

test('uses are read, and rows of another shape are listed', (t) => {
  const lines = [
    '{"sent":true,"verified":null,"prompt":"abc","case":"x"}',
    '{"sent":"yes","verified":true}',
    '{"sent":true}',
    '{"sent":false,"verified":false}',
    '{"sent":true,"verified":true,"prompt":7}',
    '[true]',
  ];
  const { rows, bad } = readUsageRows(tempLibrary(t, { '.usage.jsonl': lines.join('\n') }));
  assert.deepEqual(
    rows.map((row) => row.line),
    [1, 4],
  );
  assert.deepEqual(
    bad.map((one) => one.line),
    [2, 3, 5, 6],
  );
});
