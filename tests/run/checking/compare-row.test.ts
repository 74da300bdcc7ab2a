import assert from 'node:assert/strict';
import test from 'node:test';
import { compareRow } from '#run/checking/compare-row.js';
import { runRow } from '../../support/run-row.js';

const made = runRow();

test('the row that a result makes agrees with it, whatever a later version added', () => {
  assert.deepEqual(compareRow({ ...made }, made), []);
  assert.deepEqual(compareRow({ ...made, later: 1 }, made), []);
});

test('a field that differs, or that the row lacks, is told with both values', () => {
  assert.deepEqual(compareRow({ ...made, passed: made.passed + 1 }, made), [
    `the row in .eval.jsonl: passed is stored as ${made.passed + 1}, and the result says ${made.passed}`,
  ]);
  const { cost_usd: _, ...row } = made;
  assert.deepEqual(compareRow(row, made), [
    `the row in .eval.jsonl: cost_usd is stored as nothing, and the result says ${made.cost_usd}`,
  ]);
});
