import assert from 'node:assert/strict';
import test from 'node:test';
import { ScoreTest, scoreStatistic, sequentialLooks } from '#stats/score-test.js';
import { randomFrom } from '../promises/mutate.js';

const alpha = 0.05;

/** Returns the greatest chance of a false claim on a fine grid of the share of changed pairs, denser at both ends. */
function greatestChance(scoreTest: ScoreTest, critical: number, bar: number): number {
  const least = Math.abs(bar);
  const steps = 120;
  const chances = Array.from({ length: steps + 1 }, (_, step) => {
    const part = Math.sin((Math.PI * step) / (2 * steps)) ** 2;
    return scoreTest.power(critical, least + (1 - least) * part, bar);
  });
  return Math.max(...chances);
}

for (const [n, bar, isSequential] of [
  [400, -0.05, true],
  [400, 0.05, true],
  [400, -0.05, false],
  [400, 0.05, false],
  [1000, -0.03, false],
] as const) {
  const kind = isSequential ? 'sequential' : 'fixed';
  test(`${kind}, ${n} pairs, bar ${bar}: the size on a fine grid is below the bound, and near it`, (t) => {
    const scoreTest = new ScoreTest({ n, bar, looks: isSequential ? sequentialLooks(n) : [n] });
    const critical = scoreTest.critical(alpha);
    const [greatest, size] = [greatestChance(scoreTest, critical, bar), scoreTest.size(critical)];
    t.diagnostic(
      `critical value ${critical.toFixed(4)}, largest size ${greatest.toFixed(5)}, bound ${size.toFixed(5)}`,
    );
    assert.ok(greatest <= size && size < alpha, `${greatest}, ${size}`);
    assert.ok(greatest > 0.99 * size, `${greatest}, ${size}`);
  });
}

test('a sequential test of 400 pairs has the published power, with as few pairs if the versions are equal', (t) => {
  const design = { n: 400, bar: -0.05, looks: sequentialLooks(400) };
  const scoreTest = new ScoreTest(design);
  const critical = scoreTest.critical(alpha);
  for (const [change, power, pairs] of [
    [0.05, 0.99, 191],
    [0.1, 0.89, 238],
    [0.2, 0.67, 295],
  ] as const) {
    const exact = scoreTest.power(critical, change);
    const mean = meanPairs(design, critical, change);
    t.diagnostic(`${change} changed: power ${exact.toFixed(4)}, ${mean.toFixed(1)} pairs`);
    assert.ok(Math.abs(exact - power) <= 0.02, `${exact}`);
    assert.ok(Math.abs(mean - pairs) <= 0.025 * pairs, `${mean} pairs`);
  }
});

test('a fixed test has the planned power with the published numbers of pairs', (t) => {
  for (const [n, bar, change] of [
    [158, -0.05, 0.05],
    [264, -0.05, 0.1],
    [504, -0.05, 0.2],
    [382, -0.03, 0.05],
    [706, -0.03, 0.1],
  ] as const) {
    const scoreTest = new ScoreTest({ n, bar, looks: [n] });
    const power = scoreTest.power(scoreTest.critical(alpha), change);
    t.diagnostic(`${n} pairs, margin ${-bar}, ${change} changed: power ${power.toFixed(4)}`);
    assert.ok(Math.abs(power - 0.8) <= 0.02, `${n}: ${power}`);
  }
});

/** Returns the mean number of pairs of equal versions until the claim is shown, or all of them, by simulation. */
function meanPairs(
  { n, bar, looks }: { n: number; bar: number; looks: readonly number[] },
  critical: number,
  change: number,
): number {
  const random = randomFrom(1000 * change);
  const runs = 20_000;
  let sum = 0;
  for (let run = 0; run < runs; run++) {
    const counts = { up: 0, down: 0 };
    let pairs = 0;
    for (const look of looks) {
      for (; pairs < look; pairs++) {
        const at = random();
        if (at < change / 2) counts.up += 1;
        else if (at < change) counts.down += 1;
      }
      if (scoreStatistic(counts, look, { n, bar }) >= critical - 1e-9) break;
    }
    sum += pairs;
  }
  return sum / runs;
}
