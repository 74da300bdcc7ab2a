import assert from 'node:assert/strict';
import test from 'node:test';
import type { Trial } from '#model/run/trial.js';
import { says } from '../scripted-run.js';
import { countingDecision, type Decided } from './decisions.js';
import { begun, driveScripted, type Fates, type Seen } from './scripted-pair.js';

const yes: Fates = { a: 'y', b: 'y' };

test('with one call at a time, the calls of a pair follow one another', async () => {
  const { seen, results } = driveScripted({
    fates: () => yes,
    cases: [says('one', 'yes', 3), says('two', 'yes', 2)],
    decisionOf: countingDecision(99),
  });
  const { a, b, cases } = await results;
  assert.deepEqual(begun(seen), [
    'a one 0',
    'b one 0',
    'a one 1',
    'b one 1',
    'a one 2',
    'b one 2',
    'a two 0',
    'b two 0',
    'a two 1',
    'b two 1',
  ]);
  assert.deepEqual([a.state, b.state, a.looked, b.total], ['finished', 'finished', 2, 0]);
  assert.deepEqual(
    cases.map(({ case: name, used }) => [name, used]),
    [
      ['one', 3],
      ['two', 2],
    ],
  );
});

test('both sides stop when the outcome is certain', async () => {
  const { seen, results } = driveScripted({
    fates: () => ({ a: 'y', b: 'ynnny' }),
    cases: [says('one', 'yes', 50)],
    decisionOf: countingDecision(3),
  });
  const { a, b, cases } = await results;
  assert.equal(begun(seen).length, 8);
  assert.equal(cases[0]?.outcome, 'worse');
  assert.deepEqual(
    [a, b].map((side) => side.cases[0]).map((one) => [one?.stopped_at, one?.trials.length, one?.look, one?.passed]),
    [
      [4, 4, true, null],
      [4, 4, true, null],
    ],
  );
});

test('both results have the used pairs alone, although other calls were under way', async () => {
  const { seen, results } = driveScripted({
    fates: () => ({ a: 'y', b: 'ynnny' }),
    cases: [says('one', 'yes', 50)],
    decisionOf: countingDecision(3),
    concurrency: 8,
    delay: () => 1,
  });
  const { a, b } = await results;
  for (const side of [a, b]) assert.deepEqual([side.cases[0]?.trials.length, side.cases[0]?.scores.length], [4, 4]);
  assert.ok(begun(seen).length <= 2 * (4 + 8));
});

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
  assert.deepEqual(log[0], ['yy', 'yy', 'yy']);
});

test('a trial of B that is missing is asked once more, after all others', async () => {
  const { seen, results } = driveScripted({
    fates: () => ({ a: 'y', b: '~y' }),
    cases: [says('one', 'yes', 2)],
    decisionOf: countingDecision(99),
  });
  assert.equal((await results).b.state, 'finished');
  assert.deepEqual(begun(seen), ['a one 0', 'b one 0', 'a one 1', 'b one 1', 'b one 0']);
});

test('a pair without a reply of A leaves the comparison unfinished, if the outcome depends on it', async () => {
  const log: Decided[][] = [];
  const { seen, results } = driveScripted({
    fates: () => ({ a: 'y-y', b: 'ynnn' }),
    cases: [says('one', 'yes', 4)],
    decisionOf: countingDecision(3, log),
  });
  const { a, b, cases } = await results;
  assert.deepEqual([a.state, b.state, cases[0]?.outcome], ['unfinished', 'unfinished', null]);
  assert.deepEqual(log[0], ['yy', '--', 'yn', 'yn']);
  assert.ok(!begun(seen).includes('b one 1'));
});

test('a missing pair does not matter if the others settle the case', async () => {
  const { seen, results } = driveScripted({
    fates: () => ({ a: '-y', b: 'n' }),
    cases: [says('one', 'yes', 50)],
    decisionOf: countingDecision(3),
  });
  const { b, cases } = await results;
  assert.deepEqual([b.state, cases[0]?.outcome, cases[0]?.used], ['finished', 'worse', 4]);
  assert.equal(begun(seen).length, 7);
});

test('an error of one side ends the other, and is thrown', async () => {
  for (const failing of ['a one 4', 'b one 4']) {
    const error = new Error('broken');
    const { seen, results } = driveScripted({
      fates: () => yes,
      cases: [says('one', 'yes', 50)],
      decisionOf: countingDecision(99),
      concurrency: 2,
      onCall: (name) => {
        if (name === failing) throw error;
      },
    });
    await assert.rejects(results, error);
    assert.ok(begun(seen).length <= 14, `${begun(seen).length} calls`);
  }
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
