import assert from 'node:assert/strict';
import test from 'node:test';
import type { Call } from '#model/reply/exchange.js';
import { EvaError, problem } from '#model/sentences/sentence.js';
import { NoReply } from '#provider/provider.js';
import { run } from '#run/run.js';
import { storedReply } from '../support/stored-reply.js';
import { planOf, says, setUp } from './scripted-run.js';

test('a run makes one call for each trial and sums up the cases', async () => {
  const { deps, calls, events } = setUp((call) => ({ text: textOf(call) }));
  const result = await run(planOf(says('all', 'o', 1), says('most', 'yes', 3)), deps);
  assert.deepEqual(calls.map(({ case: name, draw }) => `${name} ${draw.trial}`).sort(), [
    'all 0',
    'most 0',
    'most 1',
    'most 2',
  ]);
  assert.deepEqual([result.total, result.passed, result.failed_cases], [2, 1, ['most']]);
  assert.deepEqual([result.state, result.all_passed], ['finished', false]);
  assert.equal(result.cases[1]?.verdicts[0]?.reason, '2 of 3 trials passed, and every trial must');
  assert.deepEqual(result.usage, { replies: 4, input_tokens: 40, output_tokens: 20, unmetered_replies: 0 });
  assert.equal(result.cost_usd?.toFixed(6), '0.000800');
  const order = events.map(({ event }) => event);
  assert.deepEqual([order[0], order.at(-1)], ['run_started', 'run_finished']);
});

test('the evidence of a run is as old as its oldest reply, including those for rubrics', async () => {
  const { deps } = setUp(() => ({ text: 'yes' }));
  const times = ['2026-01-02T03:04:05.000Z', '2025-03-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'];
  const ask: typeof deps.ask = async (call) => ({ ...(await deps.ask(call)), ts: times[call.draw.trial] ?? '' });
  const plan = planOf(says('a', 'yes', 3));
  const { evidence } = await run(plan, { ...deps, ask });
  assert.deepEqual(evidence, { ...plan.evidence, synthetic: false, oldest_reply: '2025-03-01T00:00:00.000Z' });

  const rubric = { stored: storedReply({ ts: '2024-02-29T00:00:00.000Z' }), model: 'm' };
  assert.equal((await run(plan, { ...deps, ask, before: [rubric] })).evidence.oldest_reply, '2024-02-29T00:00:00.000Z');
});

test('one synthetic reply makes the evidence of a run synthetic', async () => {
  const { deps } = setUp(() => ({ text: 'yes' }));
  const ask: typeof deps.ask = async (call) => ({
    ...(await deps.ask(call)),
    source: call.draw.trial === 2 ? 'synthetic' : 'recorded',
  });
  assert.equal((await run(planOf(says('a', 'yes', 3)), { ...deps, ask })).evidence.synthetic, true);
  assert.equal((await run(planOf(says('a', 'yes', 2)), { ...deps, ask })).evidence.synthetic, false);
});

function textOf({ case: name, draw }: Call): string {
  if (name === 'all') return 'o';
  return draw.trial === 2 ? 'no' : 'yes';
}

test('a missing reply leaves its case undecided and the run unfinished', async () => {
  const { deps } = setUp((call) => {
    if (call.case === 'lost') throw new NoReply('the server was down');
    return { text: 'yes' };
  });
  const result = await run(planOf(says('lost', 'yes'), says('kept', 'yes')), deps);
  assert.deepEqual([result.state, result.all_passed, result.missing_cases], ['unfinished', false, ['lost']]);
  assert.deepEqual(result.cases[0]?.verdicts, []);
  assert.equal(result.cases[0]?.passed, null);
});

test('a missing trial leaves its case undecided, even if later ones fail', async () => {
  const answer = (call: Call) => {
    if (call.draw.trial === 1) throw new NoReply('the server was down');
    return { text: call.draw.trial === 0 ? 'yes' : 'no' };
  };
  const { deps, calls } = setUp(answer, { concurrency: 1 });
  const result = await run(planOf(says('a', 'yes', 4)), deps);
  assert.deepEqual([result.failed_cases, result.missing_cases], [[], ['a']]);
  const asked = calls.map(({ draw }) => draw.trial);
  assert.deepEqual(
    asked,
    [0, 1, 2, 1],
    'nothing is asked for behind the failure with which the case cannot pass any more',
  );
  const trials = result.cases[0]?.trials.map(({ index, outcome }) => `${index} ${outcome}`);
  assert.deepEqual(trials, ['0 finished', '1 missing', '2 finished']);
});

test('a missing trial after the one that settles its case does not matter', async () => {
  const { deps } = setUp((call) => {
    if (call.draw.trial === 1) throw new NoReply('the server was down');
    return { text: 'no' };
  });
  const result = await run(planOf(says('a', 'yes', 3)), deps);
  assert.deepEqual([result.state, result.failed_cases, result.missing_cases], ['finished', ['a'], []]);
});

test('after an error that ends the run no further call is made', async () => {
  const refused = new EvaError([problem('EVA_KEY_REFUSED:characters', 'the key is odd')]);
  const { deps, calls } = setUp(() => {
    throw refused;
  });
  await assert.rejects(run(planOf(says('a', 'x', 50)), deps), (error) => error === refused);
  assert.equal(calls.length, 1);
});

test('an interrupt takes effect even if every reply is immediate', async () => {
  const { deps, calls, controller } = setUp(() => ({ text: 'yes' }));
  const stopped = run(planOf(says('a', 'yes', 10_000)), deps);
  setImmediate(() => setImmediate(() => controller.abort(new Error('stopped'))));
  await assert.rejects(stopped, /stopped/);
  assert.ok(calls.length < 100, `${calls.length} calls`);
});

test('a refused, truncated or empty reply fails its trial even if its check passes', async () => {
  for (const stop of ['refusal', 'max_tokens', 'other', 'tool_call'] as const) {
    const { deps } = setUp(() => ({ text: 'yes', stop }));
    assert.deepEqual((await run(planOf(says('a', 'yes')), deps)).failed_cases, ['a'], stop);
  }
});
