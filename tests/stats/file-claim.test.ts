import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type FileBar,
  type FileCounts,
  fileCriticalCount,
  fileFailP,
  fileMinN,
  filePassP,
  neededInFile,
  shareInFileBounds,
} from '#stats/hypergeometric.js';
import { rightOnesOfSubsets } from './subsets.js';

function fileClaim({ N, p0, alpha }: FileBar, counts: FileCounts) {
  const need = neededInFile(N, p0);
  return {
    need,
    pass_p: filePassP(N, need, counts),
    fail_p: fileFailP(N, need, counts),
    ...shareInFileBounds(N, counts, alpha),
  };
}

test('a false claim passes, and a true one fails, in fewer than alpha of all orders', () => {
  const [N, alpha] = [10, 0.2];
  for (const p0 of [0.3, 0.5, 0.75, 0.9, 1]) {
    for (let n = 0; n <= N; n++) {
      for (let K = 0; K <= N; K++) {
        const counts = rightOnesOfSubsets(N, K, n);
        const results = counts.map((count, k) => ({ count, ...fileClaim({ N, p0, alpha }, { n, k }) }));
        const share = (holds: (result: (typeof results)[number]) => boolean) =>
          results.filter(holds).reduce((sum, { count }) => sum + count, 0) /
          counts.reduce((sum, count) => sum + count, 0);
        if (K < p0 * N) assert.ok(share(({ pass_p }) => pass_p < alpha) < alpha);
        else assert.ok(share(({ fail_p }) => fail_p < alpha) < alpha);
        assert.ok(share(({ lower }) => lower > K / N) < alpha);
        assert.ok(share(({ upper }) => upper < K / N) < alpha);
      }
    }
  }
});

test('once all items are asked, the share is known', () => {
  assert.deepEqual(fileClaim({ N: 100, p0: 0.9, alpha: 0.05 }, { n: 100, k: 90 }), {
    need: 90,
    pass_p: 0,
    fail_p: 1,
    lower: 0.9,
    upper: 0.9,
  });
  const missed = fileClaim({ N: 100, p0: 0.9, alpha: 0.05 }, { n: 100, k: 89 });
  assert.deepEqual([missed.pass_p, missed.fail_p], [1, 0]);
});

test('the bound reaches the bar exactly where the claim is shown', () => {
  const [N, p0, alpha] = [500, 0.92, 0.05];
  for (const n of [20, 40, 120, 499]) {
    const least = fileCriticalCount({ N, p0, alpha }, n);
    for (let k = Math.max(0, n - 20); k <= n; k++) {
      assert.equal(shareInFileBounds(N, { n, k }, alpha).lower >= p0, least !== null && k >= least, `${k} of ${n}`);
    }
  }
});

test('the smallest number of items is the first that has a critical count', () => {
  for (const [N, p0] of [
    [50, 0.9],
    [1000, 0.92],
    [20, 0.98],
    [7, 1],
  ] as const) {
    const least = fileMinN({ N, p0, alpha: 0.05 });
    assert.equal(fileCriticalCount({ N, p0, alpha: 0.05 }, least), least);
    assert.equal(fileCriticalCount({ N, p0, alpha: 0.05 }, least - 1), null);
  }
});

test('the needed number of items is not raised by the rounding of a product', () => {
  assert.equal(neededInFile(100, 0.29), 29);
  assert.equal(neededInFile(1000, 0.07), 70);
  assert.equal(neededInFile(3, 0.5), 2);
  assert.equal(neededInFile(10, 0), 0);
});

test('bounds of a hundred thousand items are found at once', () => {
  const started = performance.now();
  for (let k = 900; k < 1000; k++) shareInFileBounds(100_000, { n: 1000, k }, 0.05);
  assert.ok(performance.now() - started < 60_000);
});

test('counts beyond the file and levels outside (0, 1) are refused', () => {
  const bar = { N: 10, p0: 0.9, alpha: 0.05 };
  assert.throws(() => fileClaim(bar, { n: 11, k: 1 }), RangeError);
  assert.throws(() => fileClaim({ ...bar, p0: 1.1 }, { n: 5, k: 5 }), RangeError);
  assert.throws(() => fileMinN({ ...bar, alpha: 1 }), RangeError);
});
