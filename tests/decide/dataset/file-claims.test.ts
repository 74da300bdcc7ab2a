import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { caseOn, decideOn, itemsOf, runOn, share } from '../../support/dataset-case.js';

/** Returns the number of ways to choose k of n. */
function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return Math.round(ways);
}

/** Returns P(Hyp(N, K, n) >= k) by summing the counts of subsets. */
function atLeast(k: number, [N, K, n]: readonly [number, number, number]): number {
  let sum = 0;
  for (let right = Math.max(0, k); right <= n; right++) sum += choose(K, right) * choose(N - K, n - right);
  return sum / choose(N, n);
}

const atMost = (k: number, draw: readonly [number, number, number]) => 1 - atLeast(k + 1, draw);

/** Returns every order of K right and N - K wrong items: equally likely ways in which a seeded order can go. */
function ordersOf(N: number, K: number): number[][] {
  return Array.from({ length: 2 ** N }, (_, bits) => Array.from({ length: N }, (__, i) => (bits >> i) & 1)).filter(
    (order) => order.filter((one) => one === 1).length === K,
  );
}

const bars = [0.5, 0.6, 0.75, 0.8, 0.85, 0.9, 0.95];

test('the p-values of some items of a file are those of drawing without replacement', () => {
  const sizes = fc.integer({ min: 2, max: 40 });
  const property = fc.property(sizes, sizes, sizes, fc.constantFrom(...bars), (N, asking, hits, p0) => {
    const n = Math.min(N, asking);
    const k = Math.min(n, hits);
    const one = caseOn({ claim: 'file', kept: N, asked: n, units: n }, share(p0), { stop_early: false });
    const values = Array.from({ length: n }, (_, index) => Number(index < k));
    const { verdicts, dataset } = decideOn(one, itemsOf(values));
    const need = Math.ceil(p0 * N - 1e-9);
    const [verdict = assert.fail()] = verdicts;
    const near = (actual: number | null, expected: number) =>
      assert.ok(
        Math.abs((actual ?? -1) - expected) < 1e-9,
        `${actual}, not ${expected}: ${need} of ${N}, ${k} of ${n}`,
      );
    near(verdict.p_value, atLeast(k, [N, need - 1, n]));
    near(verdict.fail_p, atMost(k, [N, need, n]));
    assert.equal(dataset?.items, n);
    if (n === N) assert.deepEqual([verdict.p_value, verdict.fail_p], k >= need ? [0, 1] : [1, 0]);
  });
  fc.assert(property, { seed: 14, numRuns: 300 });
});

test('with one item too few in the file the claim passes in at most alpha of all orders', () => {
  for (let N = 4; N <= 12; N++) {
    for (const p0 of [0.5, 0.75, 0.9]) {
      const orders = ordersOf(N, Math.ceil(p0 * N - 1e-9) - 1);
      for (const alpha of [0.05, 0.2]) {
        for (const sequential of [false, true]) {
          for (const asked of [N, Math.ceil(0.7 * N)]) {
            const one = caseOn({ claim: 'file', kept: N, asked, units: asked }, share(p0, alpha), { sequential });
            const passed = orders.filter((order) => runOn(one, itemsOf(order)).verdicts[0]?.outcome === 'passed');
            const note = `${passed.length} of ${orders.length}: N ${N}, ${asked} asked, ${p0}, alpha ${alpha}`;
            assert.ok(passed.length <= alpha * orders.length + 1e-9, note);
          }
        }
      }
    }
  }
});

test('with as many right items as needed the claim fails in at most alpha of all orders', () => {
  for (let N = 4; N <= 12; N += 2) {
    const p0 = 0.75;
    const orders = ordersOf(N, Math.ceil(p0 * N - 1e-9));
    for (const sequential of [false, true]) {
      for (const asked of [N, Math.ceil(0.7 * N)]) {
        const one = caseOn({ claim: 'file', kept: N, asked, units: asked }, share(p0, 0.1), { sequential });
        const failed = orders.filter((order) => runOn(one, itemsOf(order)).verdicts[0]?.outcome === 'failed');
        assert.ok(failed.length <= 0.1 * orders.length, `${failed.length} of ${orders.length}: ${N}, ${asked}`);
      }
    }
  }
});

test('asking all items of a file counts them, whatever the test', () => {
  for (const sequential of [false, true]) {
    const one = caseOn({ claim: 'file', kept: 10 }, share(0.8), { sequential, stop_early: false });
    const outcomeOf = (right: number) =>
      decideOn(one, itemsOf(Array.from({ length: 10 }, (_, i) => Number(i >= 10 - right)))).verdicts[0];
    assert.equal(outcomeOf(8)?.outcome, 'passed');
    assert.equal(outcomeOf(8)?.p_value, 0);
    assert.equal(outcomeOf(7)?.outcome, 'failed');
    assert.equal(outcomeOf(7)?.fail_p, 0);
  }
});

test('an item without an answer is neither right nor wrong, and the claim that depends on it stays open', () => {
  const right = Array.from({ length: 91 }, () => 1);
  const wrong = Array.from({ length: 8 }, () => 0);
  for (const sequential of [false, true]) {
    const one = caseOn({ claim: 'file', kept: 100 }, share(0.92), { sequential, stop_early: false });
    const [verdict] = decideOn(one, itemsOf([...wrong, 'failed', ...right])).verdicts;
    assert.equal(verdict?.outcome, 'inconclusive');
    assert.equal(verdict?.estimate, 0.91);
    assert.equal(verdict?.failed, 1);
  }
});

test('a share of a whole file is counted: no bound, and no confidence', () => {
  const one = caseOn({ claim: 'file', kept: 4, asked: 4, units: 4 }, share(0.5), { stop_early: false });
  const [verdict] = decideOn(one, itemsOf([1, 1, 1, 0])).verdicts;
  assert.equal(verdict?.words.bound, null);
  assert.match(verdict?.reason ?? '', /counted/);
  assert.doesNotMatch(verdict?.reason ?? '', /confidence/);
});
