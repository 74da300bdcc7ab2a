import assert from 'node:assert/strict';
import test from 'node:test';
import { watchPairs } from '#decide/pairs/watch-pairs.js';
import type { CasePairs, PairQuestion } from '#model/pairs/comparison.js';
import type { KeptTrials } from '#run/collect/collect-cases.js';
import type { GradedTrial } from '#run/collect/collect-trial.js';
import { randomFrom } from '../../promises/mutate.js';
import { says } from '../scripted-run.js';
import { driveScripted, type Fates } from './scripted-pair.js';

const runs = 2000;

const n = 200;

const question: PairQuestion = { margin: 0.05, alpha: 0.05 };

/** The greatest share that a level of 5 % allows in as many runs, but for once in 30,000 times. */
const mostFalse = 0.05 + 4 * Math.sqrt((0.05 * 0.95) / runs);

/** Makes the trials of a side in a stored run, all with this value. */
function graded(value: number): readonly GradedTrial[] {
  return Array.from({ length: n }, (_, index) => ({
    trial: {
      case: 'one',
      index,
      turns: [],
      started_at: '2026-01-02T03:04:05.000Z',
      duration_s: 1,
      outcome: 'finished' as const,
    },
    scores: [{ expectation: 0, trial: index, value, findings: [] }],
  }));
}

/** By the fate of a trial: `y` right, `n` wrong. */
const stored = { y: graded(1), n: graded(0) };

function keptOf(fates: string): KeptTrials {
  return (_name, index) => stored[fates[index] === 'n' ? 'n' : 'y'][index];
}

/** Runs both sides as `eva compare` does. Of a stored side all trials are kept, of another one all are asked. */
async function compared(fates: Fates, isStored: boolean): Promise<CasePairs> {
  const { seen, results } = driveScripted({
    fates: () => fates,
    cases: [says('one', 'yes', n)],
    decisionOf: (testCase) => watchPairs(testCase, question),
    concurrency: 8,
    kept: { a: keptOf(fates.a), ...(isStored && { b: keptOf(fates.b) }) },
  });
  const { cases } = await results;
  const [one] = cases;
  assert.ok(one?.outcome);
  assert.equal(seen.length > 0, !isStored);
  return one;
}

/** Makes the answers of both sides: a share `q` changes, and B is right more often by `gain`. */
function drawn(random: () => number, q: number, gain: number): Fates {
  let [a, b] = ['', ''];
  for (let index = 0; index < n; index++) {
    const at = random();
    const isGained = at < (q + gain) / 2;
    a += isGained ? 'n' : 'y';
    b += !isGained && at < q ? 'n' : 'y';
  }
  return { a, b };
}

async function simulated(q: number, gain: number) {
  const random = randomFrom(17);
  const counts = { better: 0, not_worse: 0, worse: 0, undecided: 0 };
  for (let run = 0; run < runs; run++) {
    const { outcome } = await compared(drawn(random, q, gain), true);
    if (outcome) counts[outcome] += 1;
  }
  return { better: counts.better / runs, notWorse: counts.not_worse / runs, worse: counts.worse / runs };
}

test('a version that is worse by exactly the margin is shown as not worse at most as often as alpha', async () => {
  const { better, notWorse, worse } = await simulated(0.05, -0.05);
  assert.ok(better + notWorse <= mostFalse, `${better + notWorse} not worse`);
  assert.ok(worse <= mostFalse, `${worse} worse by more than it is`);
});

test('equal versions are called different at most as often as alpha, and pass as often as the theory says', async () => {
  const { better, notWorse, worse } = await simulated(0.1, 0);
  assert.ok(better + worse <= mostFalse, `${better} better, ${worse} worse`);
  assert.ok(Math.abs(better + notWorse - 0.668) < 0.044, `${better + notWorse} passed`);
});

test('a regression of 10 points on 200 items is found wherever it lies', async () => {
  const random = randomFrom(10);
  for (let run = 0; run < 60; run++) {
    const order = Array.from({ length: n }, (_, index) => ({ index, at: random() })).sort((x, y) => x.at - y.at);
    const lost = new Set(order.slice(0, 20).map(({ index }) => index));
    const b = Array.from({ length: n }, (_, index) => (lost.has(index) ? 'n' : 'y')).join('');
    const { outcome } = await compared({ a: 'y', b }, false);
    assert.equal(outcome, 'worse', `run ${run}`);
  }
});
