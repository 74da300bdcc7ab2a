import assert from 'node:assert/strict';
import test from 'node:test';
import { watchPairs } from '#decide/pairs/watch-pairs.js';
import type { PairOutcome } from '#model/pairs/comparison.js';
import { ScoreTest, sequentialLooks } from '#stats/score-test.js';
import { randomFrom } from '../../promises/mutate.js';
import { followPairs, pairCase, pairsOf, sideScores } from '../../support/pairs.js';

const most = 1000;
const alpha = 0.05;
const [right, wrong] = [sideScores(1), sideScores(0)];

/** A comparison: a share `q` of the answers changes, and B is right more often by `gain`. */
interface Setting {
  readonly n: number;
  readonly margin: number;
  readonly q: number;
  readonly gain: number;
  readonly sequential?: true;
  /** True if cases stop early. That changes no outcome, and the looks take time. */
  readonly stops?: true;
  readonly runs?: number;
}

/** The shares of runs by outcome, and of those in which B was shown to be worse by whatever amount; the mean number of pairs. */
interface Simulated extends Record<PairOutcome, number> {
  worseAtAll: number;
  pairs: number;
}

function simulated({ n, margin, q, gain, sequential, stops, runs = most }: Setting): Simulated {
  const random = randomFrom(n + 1000 * q + 100 * margin + gain);
  const testCase = { ...pairCase(n, sequential && { sequential }), stop_early: stops === true || sequential === true };
  const shares = { better: 0, not_worse: 0, worse: 0, undecided: 0, worseAtAll: 0, pairs: 0 };
  for (let run = 0; run < runs; run++) {
    const watch = watchPairs(testCase, { margin, alpha });
    while (!watch.isSettled()) {
      const at = random();
      const isGained = at < (q + gain) / 2;
      watch.push(isGained ? wrong : right, !isGained && at < q ? wrong : right);
    }
    const { outcome, surely_worse_within_margin, used } = watch.result();
    assert.ok(outcome !== null);
    shares[outcome] += 1 / runs;
    if (outcome === 'worse' || surely_worse_within_margin) shares.worseAtAll += 1 / runs;
    shares.pairs += used / runs;
  }
  return shares;
}

/** Four standard errors of a share: a correct one is beyond that once in 15,000 times. */
function noise(share: number, runs = most): number {
  return 4 * Math.sqrt((share * (1 - share)) / runs);
}

function assertAtMostAlpha(share: number, what: string, runs = most): void {
  assert.ok(share <= alpha + noise(alpha, runs), `${what}: ${share}`);
}

/** Returns the exact chance of "not worse". */
function exactChance({ n, margin, q, gain, sequential }: Setting): number {
  const test = new ScoreTest({ n, bar: -margin, looks: sequential ? sequentialLooks(n) : [n] });
  return test.power(test.critical(alpha), q, gain);
}

/** The powers of the page on comparisons for equal versions. */
const equalVersions: readonly (Setting & { readonly power: number })[] = [
  { n: 200, margin: 0.05, q: 0.05, gain: 0, power: 0.88 },
  { n: 200, margin: 0.05, q: 0.1, gain: 0, power: 0.67 },
  { n: 400, margin: 0.05, q: 0.1, gain: 0, power: 0.92, runs: 500 },
  { n: 800, margin: 0.02, q: 0.05, gain: 0, power: 0.79, runs: 150 },
  { n: 800, margin: 0.02, q: 0.1, gain: 0, power: 0.55, runs: 150 },
];

for (const { power, ...setting } of equalVersions) {
  const { n, margin, q, runs = most } = setting;
  test(`equal versions, ${n} pairs, margin ${margin}, ${q} changed: not worse in ${power} of the runs`, () => {
    const { better, not_worse, worse, worseAtAll } = simulated(setting);
    const shown = better + not_worse;
    assert.ok(Math.abs(shown - power) <= noise(power, runs) + 0.005, `${shown}`);
    const exact = exactChance(setting);
    assert.ok(Math.abs(shown - exact) <= noise(exact, runs), `${shown}, by theory ${exact}`);
    assertAtMostAlpha(better, 'false "better"', runs);
    assertAtMostAlpha(worse, 'false "worse"', runs);
    assertAtMostAlpha(worseAtAll, 'false remarks', runs);
    assert.ok(better + worse <= alpha + noise(alpha, runs), `called different: ${better + worse}`);
  });
}

for (const setting of [
  { n: 200, margin: 0.05, q: 0.05, gain: -0.05 },
  { n: 400, margin: 0.05, q: 0.1, gain: -0.05, runs: 500 },
  { n: 200, margin: 0.05, q: 0.1, gain: -0.05, stops: true },
  { n: 800, margin: 0.02, q: 0.05, gain: -0.02, runs: 150 },
] satisfies readonly Setting[]) {
  const { n, margin, q, runs = most }: Setting = setting;
  test(`worse by exactly ${margin}, ${n} pairs, ${q} changed: shown as not worse at most as often as alpha`, () => {
    const { better, not_worse, worse } = simulated(setting);
    assertAtMostAlpha(better + not_worse, 'false "not worse"', runs);
    assertAtMostAlpha(worse, '"worse" by more than it is', runs);
    const exact = exactChance(setting);
    assert.ok(exact <= alpha && Math.abs(better + not_worse - exact) <= noise(exact, runs), `by theory ${exact}`);
  });
}

test('a version that is worse by 10 points on 200 items is found', () => {
  const { worse, worseAtAll, better, not_worse } = simulated({ n: 200, margin: 0.05, q: 0.12, gain: -0.1 });
  assert.ok(worse >= 0.55, `${worse} worse by more than 5 points`);
  assert.ok(worseAtAll >= 0.99, `${worseAtAll} worse`);
  assert.ok(better + not_worse <= 0.005, `${better + not_worse} passed`);
});

test('a version that is worse by 1 point passes a margin of 5 points as often as the theory says', () => {
  const { better, not_worse } = simulated({ n: 400, margin: 0.05, q: 0.1, gain: -0.01, runs: 500 });
  const exact = exactChance({ n: 400, margin: 0.05, q: 0.1, gain: -0.01 });
  assert.ok(
    exact > 0.7 && Math.abs(better + not_worse - exact) <= noise(exact, 500),
    `${better + not_worse}, not ${exact}`,
  );
});

for (const [q, power, pairs] of [
  [0.05, 0.99, 191],
  [0.1, 0.89, 238],
  [0.2, 0.67, 295],
] as const) {
  test(`sequential, ${q} changed: equal versions stop early with the published power`, () => {
    const runs = 100;
    const setting = { n: 400, margin: 0.05, q, gain: 0, sequential: true, runs } as const;
    const equal = simulated(setting);
    const shown = equal.better + equal.not_worse;
    assert.ok(Math.abs(shown - power) <= noise(power, runs) + 0.02, `${shown}`);
    assert.ok(Math.abs(equal.pairs - pairs) < 50, `${equal.pairs} pairs on average`);
  });
}

for (const q of [0.05, 0.1, 0.4, 1]) {
  test(`sequential, ${q} changed: a version that is worse by the margin is rarely called otherwise`, () => {
    const runs = 400;
    const setting = { n: 120, margin: 0.05, q, gain: -0.05, sequential: true, runs } as const;
    const { better, not_worse, worse } = simulated(setting);
    assertAtMostAlpha(better + not_worse, 'false "not worse"', runs);
    assertAtMostAlpha(worse, '"worse" by more than it is', runs);
  });
}

test('the bounds of a difference are wrong at most as often as alpha, by enumeration', (t) => {
  const n = 30;
  const results = Array.from({ length: n + 1 }, (_, up) => up).flatMap((up) =>
    Array.from({ length: n + 1 - up }, (_, down) => {
      const pairs = pairsOf({ both: n - up - down, only_b: up, only_a: down });
      return { up, down, ...followPairs(pairCase(n), pairs, { margin: 0.1, alpha }).interval };
    }),
  );
  let largest = 0;
  for (let onlyB = 0; onlyB <= 20; onlyB += 1) {
    for (let onlyA = 0; onlyA <= 20 - onlyB; onlyA += 1) {
      const [p, q] = [onlyB / 20, onlyA / 20];
      const chanceOf = (side: (result: (typeof results)[number]) => boolean) =>
        results.filter(side).reduce((sum, { up, down }) => sum + trinomial(n, [up, down], [p, q]), 0);
      const low = chanceOf(({ lower }) => (lower ?? -1) > p - q + 1e-9);
      const high = chanceOf(({ upper }) => (upper ?? 1) < p - q - 1e-9);
      largest = Math.max(largest, low, high);
    }
  }
  t.diagnostic(`largest chance of a wrong bound: ${largest.toFixed(5)}`);
  assert.ok(largest <= alpha, `${largest}`);
});

function trinomial(n: number, [up, down]: readonly [number, number], [p, q]: readonly [number, number]): number {
  const logFactorial = (of: number) => Array.from({ length: of }, (_, i) => Math.log(i + 1)).reduce((a, b) => a + b, 0);
  const term = (count: number, rate: number) => (count === 0 ? 0 : count * Math.log(rate));
  const same = n - up - down;
  const log = logFactorial(n) - logFactorial(up) - logFactorial(down) - logFactorial(same);
  return Math.exp(log + term(up, p) + term(down, q) + term(same, Math.max(0, 1 - p - q)));
}
