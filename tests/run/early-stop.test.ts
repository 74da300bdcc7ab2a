import assert from 'node:assert/strict';
import test from 'node:test';
import { type RunDeps, run } from '#run/run.js';
import { planOf, says, setUp } from './scripted-run.js';

test('a case stops with the first failure: fewer trials than are in hand at once are in vain, and no part of it', async () => {
  const { deps, calls } = setUp((call) => ({ text: call.draw.trial === 3 ? 'no' : 'yes' }), { concurrency: 4 });
  const { cases } = await run(planOf(says('a', 'yes', 50)), deps);
  assert.deepEqual([cases[0]?.stopped_at, cases[0]?.trials.length, cases[0]?.scores.length], [4, 4, 4]);
  assert.ok(calls.length <= 7, `${calls.length} calls`);
});

test('stop_early: false collects everything', async () => {
  const { deps, calls } = setUp(() => ({ text: 'no' }));
  const { cases } = await run(planOf({ ...says('a', 'yes', 9), stop_early: false }), deps);
  assert.deepEqual([calls.length, cases[0]?.stopped_at, cases[0]?.trials.length], [9, null, 9]);
});

test('a slow first trial holds back what is asked for: later ones could be in vain', async () => {
  let release = () => {};
  const { deps, calls } = setUp(() => ({ text: 'no' }), { concurrency: 3 });
  const slowly: RunDeps['ask'] = async (call) => {
    if (call.draw.trial === 0) await new Promise<void>((resolve) => (release = resolve));
    return deps.ask(call);
  };
  const running = run(planOf(says('a', 'yes', 50)), { ...deps, ask: slowly });
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  assert.deepEqual(calls.map(({ draw }) => draw.trial).sort(), [1, 2]);
  release();
  assert.equal((await running).cases[0]?.stopped_at, 1);
  assert.equal(calls.length, 3);
});

test('what is planned sinks where a case is settled, and is what was done in the end', async () => {
  const { deps, events } = setUp((call) => ({ text: call.draw.trial === 1 ? 'no' : 'yes' }), { concurrency: 1 });
  await run(planOf(says('a', 'yes', 10), says('b', 'yes', 2)), deps);
  const counts = events.flatMap((event) => (event.event === 'trial_finished' ? [[event.done, event.planned]] : []));
  assert.deepEqual(counts, [
    [1, 12],
    [2, 4],
    [3, 4],
    [4, 4],
  ]);
});

test('a case is decided once, with the trial that settles it', async () => {
  const { deps, events } = setUp(() => ({ text: 'no' }), { concurrency: 3 });
  await run(planOf(says('a', 'yes', 10)), deps);
  const order = events.map(({ event }) => event);
  assert.deepEqual(order, [
    'run_started',
    'trial_finished',
    'case_decided',
    'trial_finished',
    'trial_finished',
    'run_finished',
  ]);
});
