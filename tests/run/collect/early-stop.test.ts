import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { type RunDeps, run } from '#run/run.js';
import { planOf, says, setUp } from '../scripted-run.js';

test('a case stops with the first failure, and fewer trials are wasted than run at once', async () => {
  const { deps, calls } = setUp((call) => ({ text: call.draw.trial === 3 ? 'no' : 'yes' }), { concurrency: 4 });
  const { cases } = await run(planOf(says('a', 'yes', 50)), deps);
  assert.deepEqual([cases[0]?.stopped_at, cases[0]?.trials.length, cases[0]?.scores.length], [4, 4, 4]);
  assert.ok(calls.length <= 7, `${calls.length} calls`);
  assert.equal(cases[0]?.requested ?? cases[0]?.stopped_at, calls.length);
});

test('stop_early: false collects every trial', async () => {
  const { deps, calls } = setUp(() => ({ text: 'no' }));
  const { cases } = await run(planOf({ ...says('a', 'yes', 9), stop_early: false }), deps);
  assert.deepEqual([calls.length, cases[0]?.stopped_at, cases[0]?.trials.length], [9, null, 9]);
});

/** Runs until the first trial of the first case alone is unfinished. Returns the requested trials and the rest of the run. */
async function heldUp(concurrency: number, ...cases: readonly Case[]) {
  let release = () => {};
  const { deps, calls } = setUp(() => ({ text: 'no' }), { concurrency });
  const ask: RunDeps['ask'] = async (call) => {
    if (call.case === cases[0]?.name && call.draw.trial === 0) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    return deps.ask(call);
  };
  const running = run(planOf(...cases), { ...deps, ask });
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  const meanwhile = calls.map(({ case: name, draw }) => `${name} ${draw.trial}`).sort();
  release();
  return { meanwhile, result: await running };
}

test('a slow first trial holds back its own case and not the next one', async () => {
  const { meanwhile, result } = await heldUp(3, says('a', 'yes', 50), says('b', 'no', 2));
  assert.deepEqual(meanwhile, ['a 1', 'a 2', 'b 0', 'b 1']);
  assert.deepEqual(
    result.cases.map((one) => one.stopped_at),
    [1, null],
  );
});

test('no trial is held back if all are collected', async () => {
  const { meanwhile } = await heldUp(2, { ...says('a', 'yes', 5), stop_early: false });
  assert.deepEqual(meanwhile, ['a 1', 'a 2', 'a 3', 'a 4']);
});

test('the number of planned trials decreases when a case is settled, and equals the finished ones in the end', async () => {
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
