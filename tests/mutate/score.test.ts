import assert from 'node:assert/strict';
import test from 'node:test';
import { mutationScore } from '#mutate/mutants-of.js';

const mutants = (killed: number, survived: number, unknown = 0) =>
  [
    ...Array.from({ length: killed }, () => 'killed' as const),
    ...Array.from({ length: survived }, () => 'survived' as const),
    ...Array.from({ length: unknown }, () => 'unknown' as const),
    'rejected' as const,
    'equivalent' as const,
  ].map((result) => ({ result }));

/** Returns P(X >= k) for n drawn without replacement from N, K of which count, by adding products of fractions. */
function tail(k: number, { N, K, n }: { readonly N: number; readonly K: number; readonly n: number }): number {
  let sum = 0;
  for (let x = k; x <= Math.min(n, K); x++) {
    if (n - x > N - K) continue;
    let term = choose(n, x);
    for (let i = 0; i < x; i++) term *= (K - i) / (N - i);
    for (let i = 0; i < n - x; i++) term *= (N - K - i) / (N - x - i);
    sum += term;
  }
  return sum;
}

function choose(n: number, k: number): number {
  return Array.from({ length: k }, (_one, i) => (n - i) / (i + 1)).reduce((product, factor) => product * factor, 1);
}

test('without a sample the bound is that of Clopper and Pearson', () => {
  const { killed, of, value, lower } = mutationScore(mutants(8, 6), null);
  assert.deepEqual([killed, of, value], [8, 14, 8 / 14]);
  assert.ok(Math.abs((lower ?? 0) - 0.3255) < 0.0005, `${lower}`);
});

test('while replies are missing there is no share, and the bound counts those mutants as survivors', () => {
  const whole = mutationScore(mutants(4, 16), null);
  assert.deepEqual(mutationScore(mutants(4, 0, 16), null), { ...whole, of: 4, value: null });
  const sample = { size: 20, seed: 1, of: 25 };
  assert.equal(mutationScore(mutants(4, 0, 16), sample).lower, mutationScore(mutants(4, 16), sample).lower);
});

test('without a mutant that has an end there is no score', () => {
  assert.deepEqual(mutationScore(mutants(0, 0, 3), null), { killed: 0, of: 0, value: null, lower: null });
  assert.equal(mutationScore(mutants(0, 3), null).lower, 0);
});

test('of a sample the bound is the least share of all mutants that an exact test at 5 % does not reject', () => {
  for (const [killed, survived, N] of [
    [4, 1, 14],
    [20, 0, 49],
    [0, 7, 30],
    [13, 7, 1000],
    [7, 7, 14],
  ] as const) {
    const n = killed + survived;
    const { lower } = mutationScore(mutants(killed, survived), { size: n, seed: 1, of: N + 1 });
    const K = Math.round((lower ?? 0) * N);
    assert.ok(Math.abs((lower ?? 0) * N - K) < 1e-9);
    assert.ok(tail(killed, { N, K, n }) > 0.05, `${killed} of ${n} of ${N}: ${K}`);
    if (K > killed) assert.ok(tail(killed, { N, K: K - 1, n }) <= 0.05, `${killed} of ${n} of ${N}: ${K}`);
  }
  assert.equal(mutationScore(mutants(7, 7), { size: 100, seed: 1, of: 14 }).lower, 0.5);
});
