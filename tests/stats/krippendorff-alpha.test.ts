import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type AlphaDistance, krippendorffAlpha } from '#stats/agreement.js';
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

const publishedAlphas = { nominal: 0.743, ordinal: 0.815, interval: 0.849, ratio: 0.797 };

for (const [distance, alpha] of Object.entries(publishedAlphas)) {
  test(`the published example, ${distance}: ${alpha} over 40 votes`, () => {
    const found = krippendorffAlpha(published, distance as AlphaDistance);
    assert.equal(found.alpha?.toFixed(3), String(alpha));
    assert.equal(found.pairable, 40);
  });
}

test('alpha by hand: votes 1 1, 1 2 and 2 2', () => {
  // o = 2 unlike pairs of 6; n = 6, three of each: 18 unlike pairs. 1 - 5·2/18.
  for (const distance of ['nominal', 'interval', 'ordinal', 'ratio'] as const) {
    assertClose(
      krippendorffAlpha(
        [
          [1, 1],
          [1, 2],
          [2, 2],
        ],
        distance,
      ).alpha,
      1 - 10 / 18,
      distance,
    );
  }
});

/** Computes alpha by its definition, vote by vote, with ordinal distances as sums of the frequencies between two values. */
function byVotes(units: Units, distance: AlphaDistance): number | null {
  const pairable = units.map((unit) => unit.filter((vote) => vote !== null)).filter((votes) => votes.length > 1);
  const all = pairable.flat();
  const count = (value: number) => all.filter((vote) => vote === value).length;
  const squared = {
    nominal: (a: number, b: number) => Number(a !== b),
    ordinal: (a: number, b: number) => {
      const between = all.filter((vote) => vote >= Math.min(a, b) && vote <= Math.max(a, b)).length;
      return (between - (count(a) + count(b)) / 2) ** 2;
    },
    interval: (a: number, b: number) => (a - b) ** 2,
    ratio: (a: number, b: number) => (a === b ? 0 : ((a - b) / (a + b)) ** 2),
  }[distance];
  const pairs = (votes: readonly number[]) =>
    votes.flatMap((a, i) => votes.filter((_, j) => i !== j).map((b) => squared(a, b))).reduce((x, y) => x + y, 0);
  const within = pairable.reduce((sum, votes) => sum + pairs(votes) / (votes.length - 1), 0);
  const between = pairs(all);
  return between === 0 ? null : 1 - ((all.length - 1) * within) / between;
}

const units = fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 4 })), { maxLength: 5 }), { maxLength: 8 });

for (const distance of ['nominal', 'ordinal', 'interval', 'ratio'] as const) {
  test(`${distance}: counting equal values together gives the same alpha`, () => {
    const property = fc.property(units, (votes) => {
      const { alpha } = krippendorffAlpha(votes, distance);
      const expected = byVotes(votes, distance);
      if (alpha === null || expected === null) assert.equal(alpha, expected);
      else assert.ok(Math.abs(alpha - expected) < 1e-10, `${alpha} is not ${expected}`);
    });
    fc.assert(property, { seed: 11, numRuns: 200 });
  });
}

test('a unit with one vote does not count, and any vote may be missing', () => {
  const whole = krippendorffAlpha(
    [
      [1, 1],
      [1, 2],
      [2, 2],
    ],
    'ordinal',
  );
  assert.deepEqual(krippendorffAlpha([[null, 1, 1], [7], [2, null, 1], [], [2, 2, null], [null]], 'ordinal'), whole);
});

test('alpha is null if all votes are equal or no unit has two', () => {
  assert.deepEqual(
    krippendorffAlpha(
      [
        [3, 3],
        [3, 3],
      ],
      'interval',
    ),
    { alpha: null, pairable: 4 },
  );
  assert.deepEqual(krippendorffAlpha([[1], [2]], 'nominal'), { alpha: null, pairable: 0 });
  assert.deepEqual(krippendorffAlpha([], 'nominal'), { alpha: null, pairable: 0 });
});

test('votes that are not finite, negative ratios and unknown distances are refused', () => {
  assert.throws(() => krippendorffAlpha([[1, Number.NaN]], 'nominal'), RangeError);
  assert.throws(() => krippendorffAlpha([[1, -1]], 'ratio'), RangeError);
  assert.doesNotThrow(() => krippendorffAlpha([[1, -1]], 'interval'));
  assert.throws(() => krippendorffAlpha([[1, 2]], 'cosine' as AlphaDistance), RangeError);
});
