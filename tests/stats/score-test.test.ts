import assert from 'node:assert/strict';
import test from 'node:test';
import { type DifferenceCounts, ScoreTest, scoreStatistic, sequentialLooks } from '#stats/score-test.js';
import { assertClose } from './close.js';

/** The rates of differences of 1 and of -1. */
interface Rates {
  readonly up: number;
  readonly down: number;
}

/** Returns the rates with a mean of `bar` that give counts the greatest likelihood: by trying, without the closed form. */
function likeliest({ up, down }: DifferenceCounts, n: number, bar: number): Rates {
  const ratesAt = (change: number) => ({ up: (change + bar) / 2, down: (change - bar) / 2 });
  const term = (count: number, rate: number) => (count === 0 ? 0 : count * Math.log(rate));
  const logOf = (change: number) => {
    const rates = ratesAt(change);
    return term(up, rates.up) + term(down, rates.down) + term(n - up - down, 1 - change);
  };
  // The logarithm is concave.
  let [low, high] = [Math.abs(bar), 1];
  for (let step = 0; step < 200; step++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (logOf(left) < logOf(right)) low = left;
    else high = right;
  }
  return ratesAt((low + high) / 2);
}

test('the statistic is that of the likeliest rates with the mean of the bar', () => {
  for (const [n, bar] of [
    [30, -0.05],
    [30, 0.2],
    [101, -0.4],
    [400, 0.05],
  ] as const) {
    for (const counts of [
      { up: 3, down: 4 },
      { up: 0, down: 9 },
      { up: 12, down: 0 },
      { up: 0, down: 0 },
      { up: 14, down: 16 },
    ]) {
      const { up, down } = likeliest(counts, n, bar);
      const error = Math.sqrt((up + down - bar * bar) / n);
      const expected = ((counts.up - counts.down) / n - bar) / error;
      assertClose(scoreStatistic(counts, n, { n, bar }), expected, 1e-6, 1e-6, JSON.stringify({ n, bar, counts }));
      assertClose(scoreStatistic(counts, n, { n: 16 * n, bar }), expected / 2, 1e-6, 1e-6);
    }
  }
});

test('the statistic rises with each better difference, so that the greatest size is at a mean of the bar', () => {
  for (const bar of [-0.6, -0.05, 0, 0.05, 0.6]) {
    for (let up = 0; up <= 20; up++) {
      for (let down = 0; up + down < 20; down++) {
        const at = (counts: DifferenceCounts) => scoreStatistic(counts, 20, { n: 20, bar });
        const least = at({ up, down }) - 1e-12;
        assert.ok(
          at({ up: up + 1, down }) >= least && at({ up, down: down + 1 }) <= least + 2e-12,
          `${up} ${down} ${bar}`,
        );
        if (down > 0) assert.ok(at({ up: up + 1, down: down - 1 }) >= least, `${up} ${down} ${bar}`);
      }
    }
  }
});

/** Returns the chance that a claim is shown, pair by pair with the chances of each difference. */
function shownChance(
  { n, bar, looks }: { n: number; bar: number; looks: readonly number[] },
  critical: number,
  rates: Rates,
) {
  let counts = new Map([['0 0', { up: 0, down: 0, chance: 1 }]]);
  let shown = 0;
  for (let pairs = 1; pairs <= n; pairs++) {
    const next: typeof counts = new Map();
    for (const { up, down, chance } of counts.values()) {
      for (const [more, less, rate] of [
        [1, 0, rates.up],
        [0, 1, rates.down],
        [0, 0, 1 - rates.up - rates.down],
      ] as const) {
        const key = `${up + more} ${down + less}`;
        const known = next.get(key) ?? { up: up + more, down: down + less, chance: 0 };
        next.set(key, { ...known, chance: known.chance + chance * rate });
      }
    }
    for (const [key, { chance, ...state }] of next) {
      if (!looks.includes(pairs) || scoreStatistic(state, pairs, { n, bar }) < critical - 1e-9) continue;
      shown += chance;
      next.delete(key);
    }
    counts = next;
  }
  return shown;
}

/** Returns the greatest chance of a false claim over a grid of shares of changed pairs. */
function greatestChance(
  design: { n: number; bar: number; looks: readonly number[] },
  critical: number,
  steps: number,
): number {
  const { bar } = design;
  const chances = Array.from({ length: steps + 1 }, (_, step) => {
    const change = Math.abs(bar) + ((1 - Math.abs(bar)) * step) / steps;
    return shownChance(design, critical, { up: (change + bar) / 2, down: (change - bar) / 2 });
  });
  return Math.max(...chances);
}

test('the size is the greatest chance of a false claim over the whole range of changed pairs, and below alpha', (t) => {
  let largest = 0;
  for (const [n, bar, isSequential] of [
    [30, -0.1, true],
    [30, 0.1, true],
    [25, -0.2, false],
    [25, 0.05, false],
    [24, 0, true],
  ] as const) {
    for (const alpha of [0.05, 0.2]) {
      const design = { n, bar, looks: isSequential ? sequentialLooks(n) : [n] };
      const scoreTest = new ScoreTest(design);
      const critical = scoreTest.critical(alpha);
      const greatest = greatestChance(design, critical, 60);
      const size = scoreTest.size(critical);
      assert.ok(greatest <= size * (1 + 1e-9) && size < alpha, `${JSON.stringify(design)}: ${greatest}, ${size}`);
      assert.ok(greatest > size * 0.995, `${JSON.stringify(design)}: ${greatest}, ${size}`);
      assert.ok(scoreTest.size(critical - 2e-3) > alpha * 0.999, 'the critical value is the least');
      largest = Math.max(largest, greatest / alpha);
      for (const [change, gain] of [
        [0.3, 0.1],
        [0.8, -0.3],
      ] as const) {
        const rates = { up: (change + gain) / 2, down: (change - gain) / 2 };
        assertClose(scoreTest.power(critical, change, gain), shownChance(design, critical, rates), 1e-9, 1e-4);
      }
    }
  }
  t.diagnostic(`the largest size is ${largest.toFixed(4)} of alpha`);
});

test('looks are every 10 pairs, later ones rarer', () => {
  assert.deepEqual(sequentialLooks(45), [10, 20, 30, 40, 45]);
  assert.deepEqual(sequentialLooks(7), [7]);
  assert.equal(sequentialLooks(400).length, 40);
  assert.deepEqual(sequentialLooks(600).slice(0, 2), [20, 40]);
  assert.deepEqual(sequentialLooks(2000).slice(-4), [990, 1000, 1500, 2000]);
  assert.deepEqual(sequentialLooks(0), []);
});

test('with no data and with bars at the ends nothing is shown or everything is refused', () => {
  assert.equal(scoreStatistic({ up: 0, down: 0 }, 10, { n: 10, bar: 0 }), 0);
  assert.throws(() => new ScoreTest({ n: 10, bar: -1, looks: [10] }), RangeError);
  // 3 pairs show nothing at 5 %: all of them are better with a chance of 0.475³.
  const few = new ScoreTest({ n: 3, bar: -0.05, looks: [3] });
  assert.ok(few.critical(0.05) > scoreStatistic({ up: 3, down: 0 }, 3, { n: 3, bar: -0.05 }));
  assertClose(few.size(scoreStatistic({ up: 3, down: 0 }, 3, { n: 3, bar: -0.05 })), 0.475 ** 3, 1e-9);
});
