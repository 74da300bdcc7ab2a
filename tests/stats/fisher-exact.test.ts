import assert from 'node:assert/strict';
import test from 'node:test';
import { fisherExact } from '#stats/agreement.js';
import { assertClose } from './close.js';

test("Fisher's tea: 3 of 4 against 1 of 4", () => {
  // P(X >= 3) = (16 + 1) / 70 for X hypergeometric of 8 cups, 4 with milk first, 4 drawn.
  assertClose(fisherExact({ k: 3, n: 4 }, { k: 1, n: 4 }), 34 / 70, 1e-12, 0, 'tea');
  assertClose(fisherExact({ k: 4, n: 4 }, { k: 0, n: 4 }), 2 / 70, 1e-12, 0, 'all right');
});

test('equal shares, and a group without a trial, show no difference', () => {
  assert.equal(fisherExact({ k: 5, n: 10 }, { k: 10, n: 20 }), 1);
  assert.equal(fisherExact({ k: 0, n: 0 }, { k: 3, n: 4 }), 1);
});

test('the order of the groups does not matter, and false alarms are rarer than the level', () => {
  assertClose(
    fisherExact({ k: 7, n: 30 }, { k: 21, n: 25 }),
    fisherExact({ k: 21, n: 25 }, { k: 7, n: 30 }),
    1e-12,
    0,
    'order',
  );
  const choose = (n: number, k: number) =>
    Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((a, b) => a * b, 1);
  let size = 0;
  for (let a = 0; a <= 9; a++)
    for (let b = 0; b <= 9; b++)
      if (fisherExact({ k: a, n: 9 }, { k: b, n: 9 }) < 0.05) size += (choose(9, a) * choose(9, b)) / 2 ** 18;
  assert.ok(size > 0 && size < 0.05, `${size}`);
});

test('more than all of a group is refused', () => {
  assert.throws(() => fisherExact({ k: 5, n: 4 }, { k: 0, n: 1 }), RangeError);
});
