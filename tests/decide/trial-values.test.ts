import assert from 'node:assert/strict';
import test from 'node:test';
import { trialValues } from '#decide/trial-values.js';
import type { Score } from '#model/run/trial.js';

const facts = { expectation: 0, trial: 0, findings: [] };
const value = (number: number): Score => ({ ...facts, value: number });
const without = (why: 'failed' | 'ungraded'): Score => ({ ...facts, value: null, why, reason: 'no reason' });

const table: readonly (readonly [what: string, scores: readonly Score[], expected: object])[] = [
  ['one value', [value(0)], { values: [0] }],
  ['a value of each turn', [value(3), value(0), value(2)], { values: [3, 0, 2] }],
  ['no value', [without('ungraded')], { values: null, why: 'ungraded' }],
  ['a failed trial', [without('failed')], { values: null, why: 'failed' }],
  ['no value of one turn among others', [value(3), without('ungraded'), value(2)], { values: null, why: 'ungraded' }],
  ['a failure beside an ungraded turn', [without('ungraded'), without('failed')], { values: null, why: 'failed' }],
  ['no scores', [], { values: null, why: 'ungraded' }],
];

for (const [what, scores, expected] of table) {
  test(`the values of a trial for its criteria: ${what}`, () => {
    assert.deepEqual(trialValues(scores), expected);
  });
}
