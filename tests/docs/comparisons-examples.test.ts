import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { marginPower } from '#stats/margin-power.js';
import { ScoreTest } from '#stats/score-test.js';
import { followPairs, pairCase, pairsOf } from '../support/pairs.js';
import { mcnemarExact } from '../vectors/formulas/paired-tests.js';

const page = readFileSync('docs/internals/comparisons.md', 'utf8');

function says(text: string): void {
  assert.ok(page.includes(text), `the page does not say: ${text}`);
}

const short = (value: number, digits: number) => value.toFixed(digits).replace(/^0/, '');

test('the examples by hand: equal answers, and changed ones', () => {
  const equal = (n: number) => followPairs(pairCase(n), pairsOf({ both: n })).not_worse;
  says(`0.95⁵⁹ = ${(equal(59).p_value ?? 1).toFixed(4)} shows`);
  says(`0.95⁵⁸ = ${(0.95 ** 58).toFixed(4)} does not`);
  assert.deepEqual([equal(59).shown, equal(58).shown], [true, false]);
  const lost = followPairs(pairCase(40), pairsOf({ only_a: 40 }));
  says(`40 lost of 40 have p = ${((lost.not_worse.fail_p ?? 1) * 1e12).toFixed(0)} · 10⁻¹²`);
  for (const [better, ways] of [
    [8, 794],
    [10, 79],
  ] as const) {
    const p = mcnemarExact(better, 12 - better, 'greater');
    assert.ok(Math.abs(p - ways / 2 ** 12) < 1e-12);
    says(`${ways} / 2¹² = ${p.toFixed(4)}`);
  }
});

test('size and power of "not worse" by the score test', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| (\d) points \| (\.\d+) \| (\.\d+) \| (\.\d+) \|/gm)];
  assert.equal(rows.length, 3);
  for (const [row, n, points, size, few, many] of rows) {
    const margin = Number(points) / 100;
    const scoreTest = new ScoreTest({ n: Number(n), bar: -margin, looks: [Number(n)] });
    const critical = scoreTest.critical(0.05);
    const powers = [0.05, 0.1].map((change) => short(scoreTest.power(critical, change), 2));
    assert.deepEqual([short(scoreTest.size(critical), 3), ...powers], [size, few, many], row);
    const byGaffke = [0.05, 0.1].map((change) => marginPower({ n: Number(n), change, gain: 0, margin, alpha: 0.05 }));
    says(byGaffke.map((power) => short(power, 2)).join(', '));
  }
});

test('the pairs for "better" have a power of 80 % by McNemar, and four fifths of them do not', () => {
  const rows = [...page.matchAll(/^\| (\d+) % \| (\d+) \| ([\d,]+) \| ([\d,]+) \|$/gm)];
  assert.equal(rows.length, 3);
  for (const [row, percent, five = ''] of rows) {
    const power = (n: number) => betterPower(n, Number(percent) / 100, 0.05);
    assert.ok(
      power(Number(five)) >= 0.795 && power(Math.floor(0.8 * Number(five))) < 0.8,
      `${row}: ${power(Number(five))}`,
    );
  }
});

/** Returns the chance that McNemar's test shows a gain, and Gaffke's that B is not worse follows: over all numbers of changed answers. */
function betterPower(n: number, change: number, gain: number): number {
  const share = (change + gain) / 2 / change;
  let power = 0;
  for (let changed = 0; changed <= n; changed++) {
    const chance = binomial(changed, n, change);
    if (chance < 1e-12) continue;
    for (let better = 0; better <= changed; better++)
      if (mcnemarExact(better, changed - better, 'greater') < 0.05) power += chance * binomial(better, changed, share);
  }
  return power;
}

function binomial(k: number, n: number, p: number): number {
  if (p >= 1) return k === n ? 1 : 0;
  let log = k * Math.log(p) + (n - k) * Math.log1p(-p);
  for (let i = 1; i <= k; i++) log += Math.log(n - k + i) - Math.log(i);
  return Math.exp(log);
}
