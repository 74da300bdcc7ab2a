import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose } from '../../support/assert-close.js';
import { clusteredStandardError, pairedDifference } from './described-means.js';

test('by hand: two conversations of two turns each, equal within and different between', () => {
  const { mean, se_naive, se_clustered, n_clusters } = clusteredStandardError([1, 1, 0, 0], ['a', 'a', 'b', 'b']);
  assert.deepEqual([mean, n_clusters], [0.5, 2]);
  assertClose(se_naive, Math.sqrt(1 / 12)); // variance (4 · 1/4) / 3, of 4 values
  assertClose(se_clustered, Math.sqrt(2 / 16)); // deviations 1 and -1, over 4²
});

test('turns that cancel out within each conversation give a clustered error of 0', () => {
  assert.equal(clusteredStandardError([1, 0, 0, 1], [1, 1, 2, 2]).se_clustered, 0);
});

test('with one value per cluster the clustered error divides by n instead of n - 1', () => {
  const values = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 2, maxLength: 40 });
  const property = fc.property(values, (list) => {
    const { se_naive, se_clustered } = clusteredStandardError(list, [...list.keys()]);
    assertClose(se_clustered, (se_naive ?? Number.NaN) * Math.sqrt((list.length - 1) / list.length));
  });
  fc.assert(property, { seed: 7, numRuns: 200 });
});

test('a value that cannot be computed is null, not 0', () => {
  assert.deepEqual(clusteredStandardError([], []), { mean: null, se_naive: null, se_clustered: null, n_clusters: 0 });
  assert.deepEqual(clusteredStandardError([3], ['a']), {
    mean: 3,
    se_naive: null,
    se_clustered: null,
    n_clusters: 1,
  });
  assert.equal(clusteredStandardError([1, 0, 1], ['a', 'a', 'a']).se_clustered, null);
  assert.deepEqual(pairedDifference([], []), { n: 0, mean_diff: null, se: null });
  assert.deepEqual(pairedDifference([1], [3]), { n: 1, mean_diff: 2, se: null });
});

test('clusters named by a number and by the same text are different', () => {
  assert.equal(clusteredStandardError([1, 0], [1, '1']).n_clusters, 2);
});

test('by hand: differences 1, 1, 4 have mean 2 and variance 3', () => {
  const { n, mean_diff, se } = pairedDifference([5, 6, 2], [6, 7, 6]);
  assert.deepEqual([n, mean_diff], [3, 2]);
  assertClose(se, 1);
});

test('exchanging the versions negates the difference and keeps its error', () => {
  const scores = fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 })), { minLength: 2 });
  const property = fc.property(scores, (pairs) => {
    const a = pairs.map(([one]) => one);
    const b = pairs.map(([, other]) => other);
    assert.equal(pairedDifference(a, b).mean_diff, 0 - (pairedDifference(b, a).mean_diff ?? Number.NaN));
    assertClose(pairedDifference(a, b).se, pairedDifference(b, a).se);
  });
  fc.assert(property, { seed: 8, numRuns: 200 });
});

test('lists of different lengths and values that are not finite are refused', () => {
  assert.throws(() => pairedDifference([1, 2], [1]), /a 2, b 1/);
  assert.throws(() => clusteredStandardError([1, 2], ['a']), /values 2, clusters 1/);
  assert.throws(() => pairedDifference([1], [Number.NaN]), /b\[0\] is NaN/);
  assert.throws(() => clusteredStandardError([Number.POSITIVE_INFINITY], ['a']), RangeError);
});
