import assert from 'node:assert/strict';
import test from 'node:test';
import { isOpenCase } from '#model/pairs/comparison.js';
import type { Trial } from '#model/run/trial.js';
import { says } from '../scripted-run.js';
import { countingDecision, type Decided } from './decisions.js';
import { begun, driveScripted, type Fates, type Seen } from './scripted-pair.js';

const yes: Fates = { a: 'y', b: 'y' };

test('kept trials are not asked, and the other side is asked as usual', async () => {
  const kept = await driveScripted({
    fates: () => yes,
    cases: [says('one', 'yes', 4)],
    decisionOf: countingDecision(99),
  }).results;
  const [one] = kept.a.cases;
  assert.ok(one);
  const keptA = (_name: string, index: number) => {
    const trial = one.trials[index];
    return trial && index !== 2 ? { trial, scores: one.scores.filter((score) => score.trial === index) } : undefined;
  };
  const { seen, results } = driveScripted({
    fates: () => yes,
    cases: [says('one', 'yes', 4)],
    decisionOf: countingDecision(99),
    kept: { a: keptA },
  });
  const { a } = await results;
  assert.deepEqual(begun(seen), ['b one 0', 'b one 1', 'a one 2', 'b one 2', 'b one 3']);
  const keptIn = (trials: readonly Trial[] = []) => trials.filter(({ index }) => index !== 2);
  assert.deepEqual(keptIn(a.cases[0]?.trials), keptIn(one.trials));
});

test('a trial of B is not asked while that of A is missing, and is asked once A has it', async () => {
  const log: Decided[][] = [];
  const { seen, results } = driveScripted({
    fates: () => ({ a: 'y~y', b: 'y' }),
    cases: [says('one', 'yes', 3)],
    decisionOf: countingDecision(99, log),
  });
  await results;
  assert.deepEqual(begun(seen), ['a one 0', 'b one 0', 'a one 1', 'a one 2', 'b one 2', 'a one 1', 'b one 1']);
  assert.deepEqual(log.at(-1), ['yy', 'yy', 'yy']);
});

test('a pair without a reply of A leaves the comparison unfinished, if the outcome depends on it', async () => {
  const log: Decided[][] = [];
  const { seen, results } = driveScripted({
    fates: () => ({ a: 'y-y', b: 'ynnn' }),
    cases: [says('one', 'yes', 4)],
    decisionOf: countingDecision(3, log),
  });
  const { cases } = await results;
  assert.deepEqual([cases[0]?.outcome, cases.some(isOpenCase)], [null, true]);
  assert.deepEqual(log[0], ['yy', '--', 'yn', 'yn']);
  assert.ok(!begun(seen).includes('b one 1'));
});

test('a stop ends both sides with its reason', async () => {
  const { seen, results } = driveScripted({
    fates: () => yes,
    cases: [says('one', 'yes', 50)],
    decisionOf: countingDecision(99),
    onCall: (name, controller) => {
      if (name === 'b one 2') controller.abort(new Error('stopped'));
    },
  });
  await assert.rejects(results, { message: 'stopped' });
  assert.equal(begun(seen).at(-1), 'b one 2');
});

/** Returns reproducible random numbers from 0 to 1. */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const letters = 'yyyyynn~-';

test('whatever the order of the replies, no trial of B is asked before that of A has ended, and the decisions are the same', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomBy(seed);
    const fates = () =>
      Array.from({ length: 24 }, () => letters[Math.floor(random() * (seed % 3 === 0 ? 9 : 7))]).join('');
    const cases = Array.from({ length: 1 + (seed % 3) }, (_, at) =>
      says(`c${at}`, 'yes', 4 + Math.floor(random() * 20)),
    );
    const byCase = new Map(cases.map(({ name }) => [name, { a: fates(), b: fates() }]));
    const outcomes: string[] = [];
    for (const concurrency of [1, 3, 8]) {
      const { seen, results } = driveScripted({
        fates: (name) => byCase.get(name) ?? yes,
        cases,
        decisionOf: countingDecision(1 + (seed % 5)),
        concurrency,
        ...(concurrency > 1 && { delay: () => random() * 3 }),
      });
      const { a, b, cases: decided } = await results;
      const isSure = ![...byCase.values()].some((one) => /[-~]/.test(one.a + one.b));
      requireOrder(seen, isSure ? concurrency : 2 * concurrency);
      if (!isSure) continue;
      const textsOf = (side: typeof a) =>
        side.cases.map((one) => [one.stopped_at, one.scores.map(({ value }) => value)]);
      outcomes.push(JSON.stringify([decided, textsOf(a), textsOf(b)]));
    }
    assert.ok(new Set(outcomes).size <= 1, `seed ${seed}`);
  }
});

/** Checks that each trial of B begins after that of A has ended, and that at most so many calls run at once. */
function requireOrder(seen: readonly Seen[], atOnce: number): void {
  const ended = new Set<Seen>();
  let running = 0;
  for (const one of seen) {
    if (one.startsWith('/')) {
      running -= 1;
      ended.add(one.slice(1));
      continue;
    }
    running += 1;
    if (one.startsWith('b')) assert.ok(ended.has(`a${one.slice(1)}`), one);
    assert.ok(running <= atOnce, `${running} calls at once`);
  }
}
