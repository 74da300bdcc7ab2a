import assert from 'node:assert/strict';
import test from 'node:test';
import { kindFix } from '#model/schema/value-kinds.js';

for (const [written, asked, fix] of [
  ['0,95', 'number', { decimal: '0.95' }],
  ['-1,5', 'number', { decimal: '-1.5' }],
  ['0,500', 'number', { decimal: '0.500' }],
  ['1,500', 'number', { write: '1.500 or 1500' }],
  ['1,500,000', 'number', { write: '1500000' }],
  ['1,000', 'integer', { write: '1000' }],
  ['12,000,000', 'integer', { write: '12000000' }],
  ['2,5', 'integer', 'integer'],
  ['1000 ms', 'integer', 'no_unit'],
] as const) {
  test(`${written} where a ${asked} belongs: ${JSON.stringify(fix)}`, () => {
    assert.deepEqual(kindFix(written, [asked === 'integer' ? 'integer' : 'number'] as never), fix);
  });
}
