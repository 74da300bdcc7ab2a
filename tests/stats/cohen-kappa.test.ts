import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { cohenKappa } from '#stats/agreement.js';
import { assertClose } from '../support/assert-close.js';

/** Computes kappa by its definition, item by item: the mean disagreement of the pairs over that of all combinations of ratings. */
function byItems(table: readonly (readonly number[])[]): number | null {
  const items = table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [i, j] as const)),
  );
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  if (items.length === 0) return null;
  const observed = mean(items.map(([i, j]) => Number(i !== j)));
  const expected = mean(items.flatMap(([i]) => items.map(([, j]) => Number(i !== j))));
  return expected === 0 ? null : 1 - observed / expected;
}

test('kappa by hand: 35 of 50 agree, 25 would by chance', () => {
  const { kappa, agreement } = cohenKappa([
    [20, 5],
    [10, 15],
  ]);
  assertClose(kappa, 0.4);
  assert.equal(agreement, 0.7);
});

const tables = fc.integer({ min: 1, max: 5 }).chain((size) => {
  const row = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: size, maxLength: size });
  return fc.array(row, { minLength: size, maxLength: size });
});

test('the table gives the same kappa as a list of its items', () => {
  const property = fc.property(tables, (table) => {
    const { kappa } = cohenKappa(table);
    const expected = byItems(table);
    if (kappa === null || expected === null) assert.equal(kappa, expected);
    else assert.ok(Math.abs(kappa - expected) < 1e-12, `${kappa} is not ${expected}`);
  });
  fc.assert(property, { seed: 9, numRuns: 150 });
});

test('perfect agreement on two categories is 1, and exchanging the raters changes nothing', () => {
  assert.deepEqual(
    cohenKappa([
      [3, 0],
      [0, 2],
    ]),
    { kappa: 1, agreement: 1 },
  );
  const property = fc.property(tables, (table) => {
    const turned = table.map((_, i) => table.map((row) => row[i] ?? 0));
    assert.deepEqual(cohenKappa(turned), cohenKappa(table));
  });
  fc.assert(property, { seed: 10, numRuns: 150 });
});

test('a single category has no kappa, but an agreement', () => {
  assert.deepEqual(
    cohenKappa([
      [0, 0],
      [0, 9],
    ]),
    { kappa: null, agreement: 1 },
  );
  assert.deepEqual(cohenKappa([[9]]), { kappa: null, agreement: 1 });
  assert.deepEqual(
    cohenKappa([
      [0, 0],
      [0, 0],
    ]),
    { kappa: null, agreement: null },
  );
  assert.deepEqual(cohenKappa([]), { kappa: null, agreement: null });
});

test('a table that is not square or holds no counts is refused', () => {
  for (const table of [
    [[1, 2]],
    [[1, 2], [3]],
    [
      [1, -1],
      [1, 1],
    ],
    [
      [1, 0.5],
      [1, 1],
    ],
    [[Number.NaN]],
  ]) {
    assert.throws(() => cohenKappa(table), RangeError, JSON.stringify(table));
  }
});
