import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { krippendorffAlpha } from '#stats/agreement.js';
import { assertClose } from '../support/assert-close.js';

type Units = readonly (readonly (number | null)[])[];

/** Krippendorff 2011, section C: twelve units, four observers, missing votes. */
const published: Units = [
  [1, 1, null, 1],
  [2, 2, 3, 2],
  [3, 3, 3, 3],
  [3, 3, 3, 3],
  [2, 2, 2, 2],
  [1, 2, 3, 4],
  [4, 4, 4, 4],
  [1, 1, 2, 1],
  [2, 2, 2, 2],
  [null, 5, 5, 5],
  [null, null, 1, 1],
  [null, null, 3, null],
];

test('the published example: 0.743 over 40 votes', () => {
  const found = krippendorffAlpha(published);
  assert.equal(found.alpha?.toFixed(3), '0.743');
  assert.equal(found.pairable, 40);
});

test('alpha by hand: votes 1 1, 1 2 and 2 2', () => {
  // o = 2 unlike pairs of 6; n = 6, three of each: 18 unlike pairs. 1 - 5·2/18.
  const { alpha } = krippendorffAlpha([
    [1, 1],
    [1, 2],
    [2, 2],
  ]);
  assertClose(alpha, 1 - 10 / 18);
});

/** Computes alpha by its definition, vote by vote. */
function byVotes(units: Units): number | null {
  const pairable = units.map((unit) => unit.filter((vote) => vote !== null)).filter((votes) => votes.length > 1);
  const all = pairable.flat();
  const pairs = (votes: readonly number[]) =>
    votes.flatMap((a, i) => votes.filter((_, j) => i !== j).map((b) => Number(a !== b))).reduce((x, y) => x + y, 0);
  const within = pairable.reduce((sum, votes) => sum + pairs(votes) / (votes.length - 1), 0);
  const between = pairs(all);
  return between === 0 ? null : 1 - ((all.length - 1) * within) / between;
}

const units = fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 4 })), { maxLength: 5 }), { maxLength: 8 });

test('counting equal values together gives the same alpha', () => {
  const property = fc.property(units, (votes) => {
    const { alpha } = krippendorffAlpha(votes);
    const expected = byVotes(votes);
    if (alpha === null || expected === null) assert.equal(alpha, expected);
    else assert.ok(Math.abs(alpha - expected) < 1e-10, `${alpha} is not ${expected}`);
  });
  fc.assert(property, { seed: 11, numRuns: 200 });
});

test('a unit with one vote does not count, and any vote may be missing', () => {
  const whole = krippendorffAlpha([
    [1, 1],
    [1, 2],
    [2, 2],
  ]);
  assert.deepEqual(krippendorffAlpha([[null, 1, 1], [7], [2, null, 1], [], [2, 2, null], [null]]), whole);
});

test('alpha is null if all votes are equal or no unit has two', () => {
  assert.deepEqual(
    krippendorffAlpha([
      [3, 3],
      [3, 3],
    ]),
    { alpha: null, pairable: 4 },
  );
  assert.deepEqual(krippendorffAlpha([[1], [2]]), { alpha: null, pairable: 0 });
  assert.deepEqual(krippendorffAlpha([]), { alpha: null, pairable: 0 });
});
