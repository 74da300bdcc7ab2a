import assert from 'node:assert/strict';
import test from 'node:test';
import { gaffkeP } from '#stats/bounded/gaffke.js';
import {
  averageClusterTest,
  averageItemBounds,
  averageItemTest,
  type ClusterSum,
  clusterEstimates,
} from '#stats/clusters/cluster-mean.js';
import { assertClose } from '../close.js';
import { divisionsOf } from '../multinomial.js';

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

test('at a bar that is the true mean both tests err at most as often as alpha, over all samples of twelve clusters', () => {
  const alpha = 0.15;
  for (const kinds of populations) {
    const samples = divisionsOf(
      12,
      kinds.map(({ share }) => share),
    ).map(({ counts, probability }) => ({
      probability,
      clusters: counts.flatMap((count, kind) => Array<ClusterSum>(count).fill(kinds[kind] ?? { sum: 0, size: 1 })),
    }));
    const total = (value: (kind: ClusterSum) => number) =>
      kinds.reduce((sum, kind) => sum + kind.share * value(kind), 0);
    const ofClusters = total(({ sum, size }) => sum / size);
    const ofItems = total(({ sum }) => sum) / total(({ size }) => size);
    for (const weigh of ['clusters', 'items'] as const) {
      const chances = { pass_p: 0, fail_p: 0 };
      for (const { clusters, probability } of samples) {
        const result =
          weigh === 'items' ? averageItemTest(clusters, ofItems, 5) : averageClusterTest(clusters, ofClusters);
        if (result.pass_p < alpha) chances.pass_p += probability;
        if (result.fail_p < alpha) chances.fail_p += probability;
      }
      assert.ok(chances.pass_p <= alpha && chances.fail_p <= alpha, JSON.stringify({ weigh, chances }));
    }
  }
});

test('clusters of one item are items, whatever the weight', () => {
  const values = [1, 1, 0.5, 1, 0, 1, 1, 0.75, 1, 1];
  const clusters = values.map((sum) => ({ sum, size: 1 }));
  const expected = gaffkeP(values, 0, 0.4);
  assertClose(averageClusterTest(clusters, 0.4).pass_p, expected, 1e-9);
  assertClose(averageItemTest(clusters, 0.4, 1).pass_p, expected, 1e-9);
});

test('a larger limit of the size never makes a claim easier', () => {
  const clusters = Array.from({ length: 40 }, (_, index) => ({ sum: 2 + (index % 2), size: 3 }));
  const p = [3, 4, 8, 20].map((most) => averageItemTest(clusters, 0.6, most).pass_p);
  assert.deepEqual(
    p,
    [...p].sort((a, b) => a - b),
  );
});

test('the bounds of items are where the test begins to reject, and 0 and 1 without a cluster', () => {
  const clusters = Array.from({ length: 60 }, (_, index) => ({ sum: index % 5 === 0 ? 1 : 3, size: 3 }));
  const { lower, upper } = averageItemBounds(clusters, 4, 0.05);
  assertClose(averageItemTest(clusters, lower, 4).pass_p, 0.05, 1e-5);
  assertClose(averageItemTest(clusters, upper, 4).fail_p, 0.05, 1e-5);
  assert.deepEqual(averageItemBounds([], 4, 0.05), { lower: 0, upper: 1 });
});

test('the estimates of clusters and of items differ where size and quality go together', () => {
  const clusters = [
    { sum: 1, size: 1 },
    { sum: 1, size: 4 },
  ];
  assert.deepEqual(clusterEstimates(clusters), { clusters: 0.625, items: 0.4 });
  assert.deepEqual(clusterEstimates([]), { clusters: null, items: null });
});

test('a cluster above the limit, without items, or with an odd sum is refused', () => {
  assert.throws(() => averageItemTest([{ sum: 1, size: 6 }], 0.5, 5), RangeError);
  assert.throws(() => averageClusterTest([{ sum: 0, size: 0 }], 0.5), RangeError);
  assert.throws(() => averageClusterTest([{ sum: 2, size: 1 }], 0.5), RangeError);
  assert.throws(() => averageClusterTest([{ sum: Number.NaN, size: 1 }], 0.5), RangeError);
  assert.throws(() => averageClusterTest([{ sum: 1, size: 1 }], 1.5), RangeError);
});
