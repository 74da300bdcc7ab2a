import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type FileDraw, fileLowerTail, fileUpperTail } from '#stats/hypergeometric.js';
import { assertClose } from './close.js';
import { rightOnesOfSubsets } from './subsets.js';

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

test('both tails equal the share of all subsets, for every draw from up to nine items', () => {
  for (let N = 1; N <= 9; N++) {
    for (let K = 0; K <= N; K++) {
      for (let n = 0; n <= N; n++) {
        const counts = rightOnesOfSubsets(N, K, n);
        for (let k = 0; k <= n; k++) {
          const said = `k=${k} N=${N} K=${K} n=${n}`;
          assertClose(fileUpperTail(k, { N, K, n }), sumOf(counts.slice(k)) / sumOf(counts), 1e-13, 1e-15, said);
          assertClose(fileLowerTail(k, { N, K, n }), sumOf(counts.slice(0, k + 1)) / sumOf(counts), 1e-13, 1e-15, said);
        }
      }
    }
  }
});

/** Returns C(n, k). */
function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let value = 1n;
  for (let i = 1; i <= k; i++) value = (value * BigInt(n - i + 1)) / BigInt(i);
  return value;
}

function exactUpperTail(k: number, { N, K, n }: FileDraw): number {
  let ways = 0n;
  for (let j = k; j <= Math.min(K, n); j++) ways += choose(K, j) * choose(N - K, n - j);
  const all = choose(N, n);
  const shift = BigInt(Math.max(0, all.toString(2).length - ways.toString(2).length));
  return Number((ways << (shift + 60n)) / all) / 2 ** 60 / 2 ** Number(shift);
}

test('large draws equal the fraction in whole numbers to 12 digits', () => {
  const draws: readonly [number, FileDraw][] = [
    [1_840, { N: 3_000, K: 2_700, n: 2_000 }],
    [1_820, { N: 3_000, K: 2_700, n: 2_000 }],
    [1_799, { N: 3_000, K: 2_700, n: 2_000 }],
    [590, { N: 50_000, K: 45_999, n: 600 }],
    [552, { N: 50_000, K: 45_999, n: 600 }],
    [520, { N: 50_000, K: 45_999, n: 600 }],
    [400, { N: 1_000_000, K: 919_999, n: 400 }],
  ];
  for (const [k, draw] of draws) {
    assertClose(fileUpperTail(k, draw), exactUpperTail(k, draw), 1e-12, 0, JSON.stringify({ k, ...draw }));
  }
});

test('the two tails of a million items overlap in one count and exchange with right and wrong', () => {
  const whole = fc.integer({ min: 1, max: 1_000_000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const property = fc.property(whole, share, share, share, (N, rate, asked, part) => {
    const draw = { N, K: Math.round(N * rate), n: Math.round(N * asked) };
    const spread = 4 * Math.sqrt((draw.n * rate * (1 - rate) * (N - draw.n)) / N);
    const k = Math.min(draw.n, Math.max(0, Math.round((draw.n * draw.K) / N + (2 * part - 1) * spread)));
    const mirrored = fileLowerTail(draw.n - k, { ...draw, K: N - draw.K });
    assertClose(fileUpperTail(k, draw), mirrored, 1e-11, 1e-300);
    if (k > 0) assertClose(fileUpperTail(k, draw) + fileLowerTail(k - 1, draw), 1, 1e-12);
  });
  fc.assert(property, { seed: 3, numRuns: 300 });
});

test('draws of more than there is are refused', () => {
  assert.throws(() => fileUpperTail(0, { N: 5, K: 6, n: 1 }), RangeError);
  assert.throws(() => fileLowerTail(0, { N: 5, K: 1, n: 6 }), RangeError);
  assert.throws(() => fileUpperTail(-1, { N: 5, K: 1, n: 2 }), RangeError);
  assert.throws(() => fileUpperTail(0.5, { N: 5, K: 1, n: 2 }), RangeError);
});
