import assert from 'node:assert/strict';
import test from 'node:test';
import { averageItemLowerBound, type ClusterSum, filledMean } from '#stats/average-item.js';
import { bettingP } from '#stats/e-process.js';
import { gaffkeP } from '#stats/gaffke.js';
import { assertClose } from './close.js';
import { divisionsOf } from './multinomial.js';

/** Kinds of clusters with their share; in the second population the large clusters are the worse ones. */
const populations: readonly (readonly (ClusterSum & { readonly share: number })[])[] = [
  [
    { sum: 1, size: 1, share: 0.5 },
    { sum: 0, size: 1, share: 0.1 },
    { sum: 3, size: 4, share: 0.4 },
  ],
  [
    { sum: 1, size: 1, share: 0.6 },
    { sum: 1, size: 2, share: 0.2 },
    { sum: 1, size: 5, share: 0.2 },
  ],
  [
    { sum: 2, size: 2, share: 0.7 },
    { sum: 0, size: 5, share: 0.3 },
  ],
];

const gaffke = (values: readonly number[], mu0: number) => gaffkeP(values, 0, mu0);

const mirrored = (clusters: readonly ClusterSum[]) => clusters.map(({ sum, size }) => ({ sum: size - sum, size }));

test('at a bar that is the true mean of items both tests err at most as often as alpha, over all samples of twelve', () => {
  const alpha = 0.15;
  for (const kinds of populations) {
    const shares = kinds.map(({ share }) => share);
    const total = (value: (kind: ClusterSum) => number) =>
      kinds.reduce((sum, kind) => sum + kind.share * value(kind), 0);
    const truth = total(({ sum }) => sum) / total(({ size }) => size);
    const chances = { pass: 0, fail: 0, covers: 0 };
    for (const { counts, probability } of divisionsOf(12, shares)) {
      const clusters = counts.flatMap((count, kind) =>
        Array<ClusterSum>(count).fill(kinds[kind] ?? { sum: 0, size: 1 }),
      );
      const p = (of: readonly ClusterSum[], p0: number) =>
        gaffke(
          of.map((one) => filledMean(one, p0, 5)),
          p0,
        );
      if (p(clusters, truth) < alpha) chances.pass += probability;
      if (p(mirrored(clusters), 1 - truth) < alpha) chances.fail += probability;
    }
    assert.ok(chances.pass <= alpha && chances.fail <= alpha, JSON.stringify(chances));
  }
});

test('the bounds are where the test begins to reject, and a smaller limit of the size never makes them wider', () => {
  const clusters = Array.from({ length: 60 }, (_, index) => ({ sum: index % 5 === 0 ? 1 : 3, size: 3 }));
  for (const pValue of [gaffke, bettingP]) {
    const lowers = [3, 4, 8].map((maxSize) => averageItemLowerBound(clusters, { maxSize, alpha: 0.05, pValue }));
    assert.deepEqual(
      lowers,
      [...lowers].sort((a, b) => b - a),
    );
    const lower = lowers[1] ?? 0;
    const values = clusters.map((cluster) => filledMean(cluster, lower, 4));
    assertClose(pValue(values, lower), 0.05, 1e-5);
    assert.ok(lower > 0.7 && lower < 13 / 15, `${lower}`);
  }
});

test('clusters of one item are items', () => {
  const values = [1, 1, 0.5, 1, 0, 1, 1, 0.75, 1, 1];
  assert.deepEqual(
    values.map((sum) => filledMean({ sum, size: 1 }, 0.4, 1)),
    values,
  );
});

test('without a cluster nothing is known', () => {
  assert.ok(averageItemLowerBound([], { maxSize: 4, alpha: 0.05, pValue: gaffke }) < 1e-8);
});

test('a cluster above the limit, without items, or with an odd sum is refused', () => {
  assert.throws(() => filledMean({ sum: 1, size: 6 }, 0.5, 5), RangeError);
  assert.throws(() => filledMean({ sum: 0, size: 0 }, 0.5, 5), RangeError);
  assert.throws(() => filledMean({ sum: 2, size: 1 }, 0.5, 5), RangeError);
  assert.throws(() => filledMean({ sum: Number.NaN, size: 1 }, 0.5, 5), RangeError);
  assert.throws(() => filledMean({ sum: 1, size: 1 }, 1.5, 5), RangeError);
  assert.throws(() => averageItemLowerBound([], { maxSize: 4, alpha: 1, pValue: gaffke }), RangeError);
});
