import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { repeated } from '#model/run/sample.js';
import { trialQueue } from '#run/collect/collect-cases.js';
import { CaseFollower } from '#run/collect/follow-case.js';
import { anyPlaces, Pool } from '#run/collect/pool.js';
import { run } from '#run/run.js';
import { planOf, says, setUp } from '../scripted-run.js';

/** A case that asks its one input again and again. */
const followed = (testCase: Case) => ({ testCase, sample: repeated(testCase) });

/** A follower that counts the requests for a trial. */
class Counted extends CaseFollower {
  asked = 0;

  override next(): number | null {
    this.asked += 1;
    return super.next();
  }
}

test('trials are collected case by case, and a finished case is not asked again', () => {
  const followers = [
    new Counted(followed(says('a', 'yes', 2)), () => 9),
    new Counted(followed(says('b', 'yes', 3)), () => 9),
  ];
  const { take } = trialQueue(followers, () => 'p');
  const given = Array.from({ length: 7 }, () => {
    const job = take(() => true);
    return job && `${job.follower.testCase.name} ${job.trial}`;
  });
  assert.deepEqual(given, ['a 0', 'a 1', 'b 0', 'b 1', 'b 2', undefined, undefined]);
  assert.deepEqual(
    followers.map(({ asked }) => asked),
    [2, 3],
  );
});

test('a case that needs no trial now, and may need one later, is asked again', () => {
  const follower = new Counted(followed(says('a', 'yes', 2)), () => 1);
  const { take } = trialQueue([follower], () => 'p');
  assert.deepEqual([take(() => true)?.trial, take(() => true)], [0, undefined]);
  const facts = { case: 'a', turns: [], started_at: '', duration_s: 0, outcome: 'finished' } as const;
  follower.take({ trial: { ...facts, index: 0 }, scores: [{ expectation: 0, trial: 0, value: 1, findings: [] }] });
  assert.equal(take(() => true)?.trial, 1);
});

test('a case that may stop early is ahead by the places of the provider of its first calls at most', async () => {
  const seat = new Pool({ ...anyPlaces(40), of: (provider) => (provider === 'scripted' ? 3 : 37) }).seat();
  const { deps, calls } = setUp(() => ({ text: 'no' }), { seat });
  const { cases } = await run(planOf(says('a', 'yes', 30)), deps);
  assert.deepEqual([cases[0]?.stopped_at, calls.length], [1, 3]);
});
