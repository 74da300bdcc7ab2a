import assert from 'node:assert/strict';
import test from 'node:test';
import { watchPairs } from '#decide/pairs/watch-pairs.js';
import type { PairOutcome } from '#model/pairs/comparison.js';
import { marginPower } from '#stats/margin-power.js';
import { randomFrom } from '../../promises/mutate.js';
import { pairCase, sideScores } from '../../support/pairs.js';

const most = 2000;
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
  const testCase = pairCase(n, sequential && { sequential });
  const shares = { better: 0, not_worse: 0, worse: 0, undecided: 0, worseAtAll: 0, pairs: 0 };
  for (let run = 0; run < runs; run++) {
    const watch = watchPairs(testCase, { margin, alpha }, { collectsAll: !stops && !sequential });
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

function assertAtMostAlpha(share: number, what: string): void {
  assert.ok(share <= alpha + noise(alpha), `${what}: ${share}`);
}

/** The power that DATASETS 5.6 has for equal versions. */
const equalVersions: readonly (Setting & { readonly power: number })[] = [
  { n: 200, margin: 0.05, q: 0.05, gain: 0, power: 0.85 },
  { n: 200, margin: 0.05, q: 0.1, gain: 0, power: 0.63 },
  { n: 400, margin: 0.05, q: 0.1, gain: 0, power: 0.91 },
  { n: 800, margin: 0.02, q: 0.05, gain: 0, power: 0.76 },
  { n: 800, margin: 0.02, q: 0.1, gain: 0, power: 0.51 },
];

for (const { power, ...setting } of equalVersions) {
  const { n, margin, q } = setting;
  test(`equal versions, ${n} pairs, margin ${margin}, ${q} changed: not worse in ${power} of the runs`, () => {
    const { better, not_worse, worse, worseAtAll } = simulated(setting);
    const shown = better + not_worse;
    assert.ok(Math.abs(shown - power) <= noise(power) + 0.005, `${shown}`);
    const exact = marginPower({ n, change: q, gain: 0, margin, alpha });
    assert.ok(Math.abs(shown - exact) <= noise(exact), `${shown}, by theory ${exact}`);
    assertAtMostAlpha(better, 'false "better"');
    assertAtMostAlpha(worse, 'false "worse"');
    assertAtMostAlpha(worseAtAll, 'false remarks');
    assert.ok(better + worse <= alpha + noise(alpha), `called different: ${better + worse}`);
  });
}

for (const setting of [
  { n: 200, margin: 0.05, q: 0.05, gain: -0.05 },
  { n: 400, margin: 0.05, q: 0.1, gain: -0.05 },
  { n: 200, margin: 0.05, q: 0.1, gain: -0.05, stops: true },
  { n: 800, margin: 0.02, q: 0.05, gain: -0.02 },
] as const) {
  const { n, margin, q, gain } = setting;
  test(`worse by exactly ${margin}, ${n} pairs, ${q} changed: shown as not worse at most as often as alpha`, () => {
    const { better, not_worse, worse } = simulated(setting);
    assertAtMostAlpha(better + not_worse, 'false "not worse"');
    assertAtMostAlpha(worse, '"worse" by more than it is');
    const exact = marginPower({ n, change: q, gain, margin, alpha });
    assert.ok(exact <= alpha && Math.abs(better + not_worse - exact) <= noise(exact), `by theory ${exact}`);
  });
}

test('a version that is worse by 10 points on 200 items is found', () => {
  const { worse, worseAtAll, better, not_worse } = simulated({ n: 200, margin: 0.05, q: 0.12, gain: -0.1 });
  assert.ok(worse >= 0.55, `${worse} worse by more than 5 points`);
  assert.ok(worseAtAll >= 0.99, `${worseAtAll} worse`);
  assert.ok(better + not_worse <= 0.005, `${better + not_worse} passed`);
});

test('a version that is worse by 1 point passes a margin of 5 points as often as the theory says', () => {
  const { better, not_worse } = simulated({ n: 400, margin: 0.05, q: 0.1, gain: -0.01 });
  const exact = marginPower({ n: 400, change: 0.1, gain: -0.01, margin: 0.05, alpha });
  assert.ok(exact > 0.7 && Math.abs(better + not_worse - exact) <= noise(exact), `${better + not_worse}, not ${exact}`);
});

test('sequential: equal versions stop early with the published power, and a false "not worse" is rare', () => {
  const runs = 400;
  const equal = simulated({ n: 400, margin: 0.05, q: 0.1, gain: 0, sequential: true, runs });
  assert.ok(Math.abs(equal.better + equal.not_worse - 0.72) <= noise(0.72, runs) + 0.005, `${equal.not_worse}`);
  assert.ok(Math.abs(equal.pairs - 248) < 15, `${equal.pairs} pairs on average`);
  const worse = simulated({ n: 120, margin: 0.05, q: 0.1, gain: -0.05, sequential: true });
  assertAtMostAlpha(worse.better + worse.not_worse, 'false "not worse"');
  assertAtMostAlpha(worse.worse, '"worse" by more than it is');
});
