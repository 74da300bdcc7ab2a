import assert from 'node:assert/strict';
import test from 'node:test';
import { exactBinomialTest } from '#decide/statistical-tests/binomial-test.js';
import type { Conclusion, Design, Test } from '#decide/statistical-tests/statistical-test.js';
import { fileTest } from '#decide/statistical-tests/tests-without-replacement.js';
import { binomialUpperTail, criticalCount } from '#stats/binomial.js';
import { fileCriticalCount, fileUpperTail } from '#stats/hypergeometric.js';

const alpha = 0.05;

const success = { low: 1, high: 1 };
const failure = { low: 0, high: 0 };

/** Concludes a case that stops at trial t, which is its k-th success. */
function stoppedAt(t: number, k: number, one: Test, design: Design): Conclusion {
  const running = one.start({ ...design, stopsEarly: true });
  for (let trial = 0; trial < t; trial++) running.push(trial < t - k ? failure : success);
  assert.equal(running.status(), 'passes');
  return running.conclude();
}

/** Returns the chance that a case stops with a lower bound above the true share. A case that ends without a pass has none. */
function missRate(conclusions: readonly Conclusion[], share: number, chanceUpTo: (stop: number) => number): number {
  return conclusions.reduce((sum, { interval }, stop) => {
    const isMissed = (interval?.lower ?? 0) > share + 1e-12;
    return sum + (isMissed ? chanceUpTo(stop) - (stop === 0 ? 0 : chanceUpTo(stop - 1)) : 0);
  }, 0);
}

const designs: readonly Design[] = [
  { mu0: 0.9, n: 76, alpha, expected: 0.97 },
  { mu0: 0.85, n: 100, alpha, expected: 0.955 },
  { mu0: 0.95, n: 124, alpha, expected: 0.985 },
  { mu0: 0.5, n: 37, alpha, expected: 0.7 },
];

for (const design of designs) {
  const { mu0, n } = design;
  const k = criticalCount(n, mu0, alpha) ?? 0;
  const conclusions = Array.from({ length: n - k + 1 }, (_, failures) =>
    stoppedAt(k + failures, k, exactBinomialTest, design),
  );

  test(`bar ${mu0}, ${n} trials: the bound of a pass is wrong in at most 5 % of runs, whatever the rate`, () => {
    for (let rate = 0.4; rate < 1; rate += 0.005) {
      const missed = missRate(conclusions, rate, (stop) => binomialUpperTail(k, k + stop, rate));
      assert.ok(missed <= alpha + 1e-9, `${rate}: ${missed}`);
    }
  });

  test(`bar ${mu0}, ${n} trials: p is the chance to pass so soon at the bar, and the bound grows with the speed of the pass`, () => {
    for (const [stop, { outcome, p_value, interval }] of conclusions.entries()) {
      assert.equal(outcome, 'passed');
      assert.equal(p_value, binomialUpperTail(k, k + stop, mu0));
      const lower = interval?.lower ?? 0;
      assert.ok(Math.abs(binomialUpperTail(k, k + stop, lower) - alpha) < 1e-9);
      assert.ok(stop === 0 || lower < (conclusions[stop - 1]?.interval?.lower ?? 0));
    }
  });
}

for (const [N, mu0, n] of [
  [120, 0.9, 80],
  [60, 0.8, 40],
  [200, 0.95, 150],
] as const) {
  const design: Design = { mu0, n, alpha, expected: mu0, of: N };
  const k = fileCriticalCount({ N, p0: mu0, alpha }, n) ?? 0;
  const conclusions = Array.from({ length: n - k + 1 }, (_, failures) => stoppedAt(k + failures, k, fileTest, design));

  test(`a file of ${N}, bar ${mu0}, ${n} items: the bound of a pass is wrong in at most 5 % of orders, however many are right`, () => {
    for (let K = Math.floor(N / 2); K <= N; K++) {
      const missed = missRate(conclusions, K / N, (stop) => fileUpperTail(k, { N, K, n: k + stop }));
      assert.ok(missed <= alpha + 1e-9, `${K}: ${missed}`);
    }
    const perfect = conclusions[0]?.interval?.lower ?? 0;
    assert.ok(perfect > mu0 + (1 - mu0) / 3, `${perfect}`);
  });
}

test('a claim that passed keeps its p-value and bound while another claim keeps the case going', () => {
  const design: Design = { mu0: 0.5, n: 20, alpha, expected: 0.8, stopsEarly: true };
  const running = exactBinomialTest.start(design);
  for (let trial = 0; trial < 15; trial++) running.push(success);
  const before = running.conclude();
  for (let trial = 15; trial < 20; trial++) running.push(failure);
  const { p_value, interval } = running.conclude();
  assert.deepEqual([p_value, interval?.lower], [before.p_value, before.interval?.lower]);
});

test('a case that asks every trial is concluded from the whole sample', () => {
  const design: Design = { mu0: 0.9, n: 100, alpha, expected: 0.97 };
  const running = exactBinomialTest.start(design);
  for (let trial = 0; trial < 100; trial++) running.push(trial < 2 ? failure : success);
  assert.equal(running.conclude().p_value, binomialUpperTail(98, 100, 0.9));
});
