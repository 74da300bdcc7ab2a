import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Call, StoredReply } from '#model/reply/exchange.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { NoReply } from '#provider/provider.js';
import { withReplies } from '#provider/wrappers/kept-replies.js';
import { run } from '#run/run.js';
import { stepByStep } from '../../support/behavior.js';
import { replyWith } from '../../support/scripted-ask.js';
import { planOf, says, setUp } from '../scripted-run.js';

/** Replies by trial, one for each request; other trials answer `yes`. */
type Given = Readonly<Record<string, readonly (string | NoReply)[]>>;

/** Runs with one trial at a time. */
function runWith(given: Given, ...cases: readonly Case[]) {
  return runAtOnce(1, given, ...cases);
}

async function runAtOnce(concurrency: number, given: Given, ...cases: readonly Case[]) {
  return runPlan(concurrency, given, planOf(...cases));
}

async function runPlan(concurrency: number, given: Given, plan: RunPlan) {
  const asked: string[] = [];
  const answer = ({ case: name, draw }: Call) => {
    const trial = `${name} ${draw.trial}`;
    const times = asked.filter((each) => each === trial).length;
    asked.push(trial);
    const said = given[trial] === undefined ? 'yes' : given[trial][times];
    if (typeof said === 'string') return { text: said };
    throw said ?? assert.fail(`${trial} was asked for ${times + 1} times`);
  };
  const { deps, events } = setUp(answer, { concurrency });
  const result = await run(plan, deps);
  return { asked, result, events };
}

const down = new NoReply('the server was down');

const passing = says('a', 'yes', 3);

test('a missing trial is retried after all others, and counts like an immediate one', async () => {
  const { asked, result } = await runWith({ 'a 1': [down, 'yes'] }, passing, says('b', 'yes'));
  assert.deepEqual(asked, ['a 0', 'a 1', 'a 2', 'b 0', 'a 1']);
  assert.deepEqual([result.state, result.all_passed], ['finished', true]);
  assert.deepEqual(
    result.cases[0]?.trials.map(({ index, outcome }) => [index, outcome]),
    [
      [0, 'finished'],
      [1, 'finished'],
      [2, 'finished'],
    ],
  );
});

test('a shard retries its missing trials once', async () => {
  const share = { command: '', whole: [], split: [{ case: 'a', full: 4, left: [4] }] };
  const manner = { ...defaultRunSettings, shard: { index: 1, of: 2 }, share };
  const plan = { ...planOf(says('a', 'yes', 5)), manner };
  const { asked, result } = await runPlan(1, { 'a 0': [down, 'yes'], 'a 2': [down, down] }, plan);
  assert.deepEqual(asked, ['a 0', 'a 2', 'a 4', 'a 0', 'a 2']);
  assert.deepEqual(
    result.cases[0]?.trials.map(({ index, outcome }) => [index, outcome]),
    [
      [0, 'finished'],
      [2, 'missing'],
      [4, 'finished'],
    ],
  );
});

test('a retried trial that fails ends its case', async () => {
  const { result } = await runWith({ 'a 1': [down, 'no'] }, passing);
  assert.deepEqual([result.cases[0]?.passed, result.cases[0]?.stopped_at], [false, 2]);
  assert.equal(result.cases[0]?.verdicts[0]?.reason, '1 of 2 trials passed, and every trial must');
});

test('a trial that is missing twice is reported once', async () => {
  const { asked, result, events } = await runWith({ 'a 1': [down, down] }, passing);
  assert.deepEqual(asked, ['a 0', 'a 1', 'a 2', 'a 1']);
  assert.deepEqual([result.state, result.missing_cases], ['unfinished', ['a']]);
  const told = events.flatMap((event) => (event.event === 'trial_finished' ? [event.trial.index] : []));
  assert.deepEqual(told, [0, 2, 1]);
});

test('a missing trial is neither right nor wrong in its event, and `done` does not count it', async () => {
  const { events } = await runWith(
    { 'a 1': [down, down], 'a 2': ['no'] },
    { ...says('a', 'yes', 4), stop_early: false },
  );
  const told = events.flatMap((event) =>
    event.event === 'trial_finished' ? [[event.trial.index, event.missed, event.done, event.missing]] : [],
  );
  assert.deepEqual(told, [
    [0, false, 1, 0],
    [2, true, 2, 0],
    [3, false, 3, 0],
    [1, null, 3, 1],
  ]);
});

test('no trial is retried if no model has replied since it began', async () => {
  const { asked, result } = await runWith({ 'a 1': [down], 'a 2': [down] }, passing);
  assert.deepEqual(asked, ['a 0', 'a 1', 'a 2']);
  assert.equal(result.state, 'unfinished');
});

test('the last missing trial is retried if models replied while it ran', async () => {
  const { deps, calls } = setUp(() => ({ text: 'yes' }), { concurrency: 2 });
  let isGivenUp = false;
  const ask: typeof deps.ask = async (call) => {
    if (call.draw.trial !== 1 || isGivenUp) return deps.ask(call);
    while (calls.length < 2) await new Promise(setImmediate);
    isGivenUp = true;
    return giveUp();
  };
  const result = await run(planOf(passing), { ...deps, ask });
  assert.deepEqual([isGivenUp, result.state, calls.length], [true, 'finished', 3]);
});

test('replies of the trial itself do not cause a retry', async () => {
  const rubric = { text: 'It is small.', judge: { ...stepByStep.judge, pass_threshold: 4 } };
  const [first = assert.fail()] = passing.expectations;
  const grader = { grader: 'trial_passes', params: { checks: [], rubric } } as const;
  const judged = { ...passing, sample_size: 1, expectations: [{ ...first, grader }] };
  const { deps, calls } = setUp(({ role }) => (role === 'judge' ? giveUp() : { text: 'yes' }), { concurrency: 1 });
  const result = await run(planOf(judged), deps);
  assert.deepEqual([result.state, calls.map(({ role }) => role)], ['unfinished', ['subject', 'judge']]);
});

test('a trial that is missing for good is not retried', async () => {
  const final = new NoReply('recordings.jsonl has no reply of the model under test', { why: 'no_recording' });
  const { asked } = await runWith({ 'a 0': [final] }, passing);
  assert.deepEqual(asked, ['a 0', 'a 1', 'a 2']);
});

test('once a retried trial settles the case, the others are not retried', async () => {
  const { asked, result, events } = await runWith({ 'a 0': [down, 'no'], 'a 1': [down] }, passing);
  assert.deepEqual(asked, ['a 0', 'a 1', 'a 2', 'a 0']);
  assert.deepEqual([result.state, result.cases[0]?.trials.length], ['finished', 1]);
  assert.equal(events.filter(({ event }) => event === 'trial_finished').length, 3);
});

test('a retried trial decides a case that could no longer pass', async () => {
  const { asked, result } = await runWith({ 'a 0': [down, 'yes'], 'a 1': ['no'] }, says('a', 'yes', 9));
  assert.deepEqual(asked, ['a 0', 'a 1', 'a 0']);
  assert.deepEqual([result.state, result.cases[0]?.passed, result.cases[0]?.stopped_at], ['finished', false, 2]);
});

test('a missing trial after the one that ends its case is not retried', async () => {
  const given = { 'a 0': [down, 'yes'], 'a 1': ['no'], 'a 2': [down], 'b 0': ['yes'] };
  const { asked, result, events } = await runAtOnce(3, given, says('a', 'yes', 9), says('b', 'yes'));
  assert.deepEqual(asked, ['a 0', 'a 1', 'a 2', 'a 3', 'b 0', 'a 0']);
  assert.deepEqual([result.state, result.cases[0]?.passed, result.cases[0]?.stopped_at], ['finished', false, 2]);
  const told = events.flatMap((event) => (event.event === 'trial_finished' ? [event.trial] : []));
  assert.deepEqual(
    told.map(({ case: name, index, outcome }) => `${name} ${index} ${outcome}`),
    ['a 1 finished', 'a 3 finished', 'b 0 finished', 'a 2 missing', 'a 0 finished'],
  );
});

test('a trial that was running when its case was settled is reported as soon as it is missing', async () => {
  const { events } = await runAtOnce(2, { 'a 0': ['no'], 'a 1': [down] }, passing, says('b', 'yes', 2));
  const told = events.flatMap((event) => (event.event === 'trial_finished' ? [event.trial] : []));
  assert.deepEqual(
    told.map(({ case: name, index }) => `${name} ${index}`),
    ['a 0', 'a 1', 'b 0', 'b 1'],
  );
});

test('missing trials are retried even if the clock was set back by an hour', async () => {
  const answer = (_call: Call, index: number) => (index === 0 ? giveUp() : { text: 'yes' });
  const { deps, calls } = setUp(answer, { concurrency: 1, now: () => new Date('2026-01-02T04:04:05.000Z') });
  assert.equal((await run(planOf(passing), deps)).state, 'finished');
  assert.deepEqual(
    calls.map(({ draw }) => draw.trial),
    [0, 1, 2, 0],
  );
});

function giveUp(): never {
  throw down;
}

/** Makes the dependencies of a run with a journal and a provider that answers or fails. `sent` counts its requests. */
function keptReplies(all: Map<string, StoredReply>, isThere: boolean) {
  let [sent, given] = [0, 0];
  const { deps } = setUp(() => assert.fail(), { concurrency: 1 });
  const send = async () => {
    sent += 1;
    return isThere ? replyWith({ text: 'yes' }) : giveUp();
  };
  const ask = withReplies({
    journal: { get: (key) => all.get(key), put: (stored) => all.set(stored.key, stored) },
    sources: () => [],
    sinks: [],
    provider: () => ({ name: 'scripted', send }),
    identity: () => undefined,
    live: () => true,
    onReply: () => {
      given += 1;
    },
    now: deps.now,
    signal: deps.signal,
    stop: deps.stop,
  });
  return { deps: { ...deps, ask, repliesGiven: () => given }, sent: () => sent };
}

test('replies from a journal do not cause a retry', async () => {
  const journal = new Map<string, StoredReply>();
  const first = keptReplies(journal, true);
  await run(planOf(passing), first.deps);
  assert.deepEqual([first.sent(), journal.size], [3, 3]);
  const missing = [...journal].find(([, { draw }]) => draw.trial === 0) ?? assert.fail();
  journal.delete(missing[0]);
  const resumed = keptReplies(journal, false);
  assert.equal((await run(planOf(passing), resumed.deps)).state, 'unfinished');
  assert.equal(resumed.sent(), 1);
});
