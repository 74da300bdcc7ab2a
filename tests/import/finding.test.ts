import assert from 'node:assert/strict';
import test from 'node:test';
import { type ImportFinding, inOrder } from '#import/finding.js';

const at = (file: string, line?: number, column?: number): ImportFinding => ({
  effect: 'left_out',
  kind: 'setting',
  what: 'x',
  at: { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) },
  reason: 'y',
});

test('findings are listed by line, those of the configuration before those of other files', () => {
  const findings = [
    at('rows.csv', 2),
    at('a.yaml', 1),
    at('c.yaml', 9),
    at('c.yaml', 2, 7),
    at('c.yaml', 2, 3),
    at('c.yaml'),
  ];
  assert.deepEqual(
    inOrder(findings, 'c.yaml').map((one) => [one.at.file, one.at.line, one.at.column]),
    [
      ['c.yaml', undefined, undefined],
      ['c.yaml', 2, 3],
      ['c.yaml', 2, 7],
      ['c.yaml', 9, undefined],
      ['a.yaml', 1, undefined],
      ['rows.csv', 2, undefined],
    ],
  );
});
