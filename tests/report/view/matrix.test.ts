import assert from 'node:assert/strict';
import test from 'node:test';
import { type MatrixColumn, matricesOf } from '#report/view/run-group.js';
import { text } from '#report/view/text.js';

function column(key: string, id: string, names: readonly string[]): MatrixColumn {
  const cells = names.map((name) => ({ name: text(name), cell: { outcome: 'passed' as const } }));
  return { key, view: { title: text(id) }, cells };
}

test('each prompt with several runs has a matrix of its own, and a prompt with one run has none', () => {
  const columns = [
    column('a1', 'a', ['x', 'y']),
    column('b', 'b', ['x', 'z']),
    column('a2', 'a', ['x']),
    column('c1', 'c', ['w']),
    column('c2', 'c', ['w']),
  ];
  const found = matricesOf(columns).map((one) => [
    one.columns,
    one.rows.map((row) => [row.case.raw, ...row.cells.map((cell) => cell?.outcome ?? null)]),
  ]);
  assert.deepEqual(found, [
    [
      ['a1', 'a2'],
      [
        ['x', 'passed', 'passed'],
        ['y', 'passed', null],
      ],
    ],
    [['c1', 'c2'], [['w', 'passed', 'passed']]],
  ]);
});

test('prompts with the same cases share a matrix with one row for each case', () => {
  const [only, ...others] = matricesOf([column('a', 'a', ['x', 'y']), column('b', 'b', ['y', 'x'])]);
  assert.deepEqual(others, []);
  assert.deepEqual(
    only?.rows.map((row) => row.cells.length),
    [2, 2],
  );
});
