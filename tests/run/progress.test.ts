import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Shard } from '#model/run/run.js';
import type { RunProgress } from '#run/run.js';
import { run } from '#run/run.js';
import { planOf, says, setUp } from './scripted-run.js';

/** The share of a shard that asks every other unit of a case. */
const allSplit = { command: '', whole: [], split: [{ case: 'a', full: 8, left: [] }] };

/** Returns the progress of a run of one case while its first trial is unfinished and `failed` of the others failed. */
async function heldUp(one: Case, failed: readonly number[], shard: Shard | null = null) {
  let progress: (() => RunProgress) | undefined;
  let redTimes = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { deps } = setUp(({ draw }) => ({ text: failed.includes(draw.trial) ? 'no' : 'yes' }), {
    concurrency: one.sample_size,
    onBegin: (handed) => {
      progress = handed;
    },
    onRed: () => {
      redTimes += 1;
    },
  });
  let back = 0;
  const first = shard ? shard.index - 1 : 0;
  const ask: typeof deps.ask = async (call) => {
    if (call.draw.trial === first) await held;
    const stored = await deps.ask(call);
    back += 1;
    return stored;
  };
  const plan = planOf(one);
  const running = run(
    { ...plan, manner: { ...plan.manner, shard, ...(shard && { share: allSplit }) } },
    { ...deps, ask },
  );
  const others = (shard ? Math.ceil(one.sample_size / shard.of) : one.sample_size) - 1;
  const turns = async (count: number, isDone = () => false) => {
    for (let turn = 0; turn < count && !isDone(); turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await turns(1000, () => back === others);
  await turns(50); // the last replies are graded
  const meanwhile = { ...progress?.(), redTimes };
  letGo();
  await running;
  return { meanwhile, after: { ...progress?.(), redTimes } };
}

const rate = (proportion: number): Case => {
  const one = says('a', 'yes', 10);
  const criteria = [{ criterion: 'proportion_gte', params: { proportion } }];
  return { ...one, stop_early: false, expectations: one.expectations.map((each) => ({ ...each, criteria })) };
};

test('a failed trial after an unfinished one is red if every trial must pass', async () => {
  const { meanwhile, after } = await heldUp({ ...says('a', 'yes', 4), stop_early: false }, [2]);
  assert.deepEqual([meanwhile.red, meanwhile.cases], [true, { passed: 0, failed: 0, open: 1 }]);
  assert.deepEqual([after.red, after.cases, after.redTimes], [true, { passed: 0, failed: 1, open: 0 }, 1]);
});

test('failures are red only if the threshold does not allow them', async () => {
  assert.equal((await heldUp(rate(0.5), [3])).meanwhile.red, false);
  assert.equal((await heldUp(rate(0.5), [3, 4, 5])).meanwhile.red, true);
});

test('an inconclusive case is red once it is decided', async () => {
  const { after } = await heldUp(rate(0.5), [2, 3, 4]);
  assert.deepEqual([after.red, after.redTimes], [true, 1]);
});

test('a shard detects that its case cannot pass, even by a trial after an unfinished one', async () => {
  const shard = { index: 2, of: 2 };
  const one = { ...says('a', 'yes', 8), stop_early: false };
  const { meanwhile, after } = await heldUp(one, [5], shard);
  assert.deepEqual([meanwhile.red, after.redTimes, after.cases], [true, 1, { passed: 0, failed: 0, open: 1 }]);
  assert.equal((await heldUp(one, [4], shard)).after.red, false, 'a trial of another shard is not asked for');
});
