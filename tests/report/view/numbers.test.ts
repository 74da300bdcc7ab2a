import assert from 'node:assert/strict';
import test from 'node:test';
import { argumentDifferences } from '#grade/checks/wanted-call.js';
import { inUnit, plural } from '#report/view/reasons.js';

test('a value of one has its unit in the singular', () => {
  const units = [
    'turns',
    'characters',
    'words',
    'tokens',
    'calls',
    'steps',
    'questions',
    's',
    'ms',
    'class',
    'status',
    'USD',
    '',
  ];
  assert.deepEqual(
    units.map((unit) => inUnit(1, unit)),
    [
      '1 turn',
      '1 character',
      '1 word',
      '1 token',
      '1 call',
      '1 step',
      '1 question',
      '1 s',
      '1 ms',
      '1 class',
      '1 status',
      '$1',
      '1',
    ],
  );
  assert.deepEqual(
    [inUnit(2, 'turns'), inUnit(0.9996, 'turns'), inUnit(1.5, 'words')],
    ['2 turns', '1 turn', '1.5 words'],
  );
});

test('a count has its noun', () => {
  assert.deepEqual(
    [plural(0, 'case'), plural(1, 'case'), plural(1200, 'query', 'queries')],
    ['0 cases', '1 case', '1,200 queries'],
  );
  const [difference] = argumentDifferences([1], [1, 2], true);
  assert.equal(difference?.(), 'the whole has 1 item, expected 2');
});
