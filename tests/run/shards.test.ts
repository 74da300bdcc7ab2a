import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, Expectation } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { ModelRequest, Reply, ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { defaultRunSettings, type RunPlan, type RunResult, type RunSettings, type Shard } from '#model/run/run.js';
import { repeated } from '#model/run/sample.js';
import { NoReply } from '#provider/provider.js';
import { withReplies } from '#provider/wrappers/kept-replies.js';
import { recompute } from '#run/collect/recompute.js';
import { plannedTrialsInShard, trialsInShard } from '#run/collect/shard.js';
import { toRow } from '#run/collect/summarize.js';
import { run } from '#run/run.js';
import { stepByStep } from '../support/behavior.js';
import { datasetWith } from '../support/dataset.js';
import { judge } from '../support/judge.js';
import { caseWith } from '../support/prompt.js';
import { goalMet, move, talkWith } from '../support/talk.js';
import { triggerSubject } from '../support/trigger-subject.js';
import { sampleOfItems } from './sample-of-items.js';
import { planOf, says, setUp } from './scripted-run.js';

const wholeManner: RunSettings = { ...defaultRunSettings, stop_early: false };
const of = 5;
const shards: readonly Shard[] = [1, 2, 3, 4, 5].map((index) => ({ index, of }));

test('the shard of a trial depends on its running number over all cases', () => {
  const cases = [says('a', 'x', 4), says('b', 'x', 1), says('c', 'x', 3)];
  const indexes = (shard: Shard) => trialsInShard(cases, shard, repeated).map((own) => own.indexes());
  assert.deepEqual(indexes({ index: 1, of: 3 }), [[0, 3], [], [1]]);
  assert.deepEqual(indexes({ index: 2, of: 3 }), [[1], [0], [2]]);
});

test('each trial belongs to exactly one shard', () => {
  const cases = [7, 1, 12, 3].map((trials, at) => says(`case ${at}`, 'x', trials));
  for (const { index, of: count } of [1, 2, 3, 5, 30].flatMap((of) => [1, of].map((index) => ({ index, of })))) {
    let running = 0;
    for (const [at, own] of trialsInShard(cases, { index, of: count }, repeated).entries()) {
      const all = [...Array(cases[at]?.sample_size).keys()];
      const expected = all.filter((trial) => (running + trial) % count === index - 1);
      running += all.length;
      assert.deepEqual(own.indexes(), expected);
      assert.equal(own.length, expected.length);
      assert.deepEqual(
        [...all, all.length].map((place) => own.at(place)).filter((one) => one !== null),
        expected,
      );
      assert.deepEqual(
        [-1, ...all, all.length].filter((trial) => own.has(trial)),
        expected,
      );
    }
  }
});

/** Returns a pseudo-random digit that depends only on the key. */
function digitOf(key: string | undefined): number {
  return Number.parseInt((key ?? assert.fail('no key')).slice(0, 6), 16) % 10;
}

/** Returns a reply that depends only on its key. Three in ten answers are bad. */
function replyTo({ model }: ModelRequest, key: string | undefined): Partial<Reply> {
  const digit = digitOf(key);
  const usage = { input_tokens: 100 + digit, output_tokens: 7 * digit };
  if (model === 'judge-1') return { usage, stop: 'tool_call', tool_input: { reason: 'so', score: digit < 3 ? 2 : 5 } };
  if (model === 'trigger-1') {
    const decision = digit < 9 ? 'YES' : 'NO';
    return { usage, stop: 'tool_call', tool_input: { reason: 'so', decision } };
  }
  if (model === 'user-1') return { usage, ...(digit < 3 ? goalMet : move('And then?')) };
  return { usage, text: digit < 3 ? 'no' : 'yes', stop: digit === 9 ? 'max_tokens' : 'end', latency_s: digit / 10 };
}

function storeOf(...held: readonly StoredReply[]): ReplyStore & { readonly all: Map<string, StoredReply> } {
  const all = new Map(held.map((stored) => [stored.key, stored]));
  return { all, get: (key) => all.get(key), put: (stored) => all.set(stored.key, stored) };
}

/** Runs with replies that depend only on their keys. With `isAsked: false` replies come only from the journal. */
async function collect(plan: RunPlan, journal = storeOf(), isAsked = true): Promise<RunResult> {
  const { deps } = setUp(() => assert.fail(), { concurrency: 3, prices: { 'app-1': { input: 0.1, output: 0.7 } } });
  const send = async (request: ModelRequest, { key }: { readonly key?: string }): Promise<Reply> => ({
    text: '',
    stop: 'end',
    latency_s: 0.5,
    model: request.model,
    usage: { input_tokens: 1, output_tokens: 1 },
    ...replyTo(request, key),
  });
  const { signal, stop, now } = deps;
  const never = new NoReply('it is not in the journals', { why: 'no_recording' });
  const ask = withReplies({
    journal,
    sources: () => [],
    sinks: [],
    provider: () => ({ name: 'scripted', send: isAsked ? send : () => Promise.reject(never) }),
    identity: () => undefined,
    live: () => true,
    onReply: () => {},
    now,
    signal,
    stop,
  });
  return run(plan, { ...deps, ask });
}

const settings = { model: 'app-1', timeout_s: 30, max_tokens: 400 };

function withCriteria(expectation: Expectation, criterion: string, params = {}): Expectation {
  return { ...expectation, criteria: [{ criterion, params }] };
}

function cases(): readonly Case[] {
  const checked = caseWith('checked', [{ op: 'contains', value: 'yes' }]);
  const rubric = { text: 'Is it small?', judge: { ...judge, votes: 3 } };
  const judged = { grader: 'trial_passes', params: { checks: [], rubric } } as const;
  const latency = { metric: 'per_turn.response_latency', scope: 'per_turn', unit: 's', least: 0, cap: 30 } as const;
  const subject = { kind: 'prompt', inputs: {}, settings } as const;
  const [every] = checked.expectations;
  const expectation = every ?? assert.fail();
  const trigger = (name: string, should_match: boolean): Case => ({
    ...checked,
    name,
    subject: triggerSubject(name, { ...settings, model: 'trigger-1' }, should_match),
    expectations: [{ ...expectation, about: 'the trigger judge is right', grader: { grader: 'trigger', params: {} } }],
  });
  const talk = talkWith({ max_turns: 3 });
  return [
    { ...checked, subject, sample_size: 7 },
    {
      ...checked,
      name: 'statistical',
      subject,
      sample_size: 41,
      expectations: [
        withCriteria({ ...expectation, grader: judged }, 'proportion_gte', { proportion: 0.5 }),
        withCriteria(
          { about: 'latency', grader: { grader: 'metric', params: latency }, criteria: [] },
          'proportion_lt',
          { threshold: 0.9, proportion: 0.5 },
        ),
      ],
    },
    trigger('refactor this', true),
    trigger('explain this', false),
    {
      ...checked,
      name: 'sequential',
      subject,
      sample_size: 23,
      sequential: true,
      expectations: [withCriteria(expectation, 'proportion_gte', { proportion: 0.4 })],
    },
    {
      ...talk,
      sample_size: 12,
      expectations: [
        withCriteria(
          {
            about: 'turns',
            grader: {
              grader: 'metric',
              params: {
                metric: 'per_conversation.turn_count',
                scope: 'per_conversation',
                unit: 'turns',
                least: 0,
                cap: 3,
              },
            },
            criteria: [],
          },
          'mean_lt',
          { threshold: 2.5 },
        ),
        withCriteria(
          { about: 'polite', grader: { grader: 'expected_behavior', params: stepByStep }, criteria: [] },
          'median_gte',
          { threshold: 4 },
        ),
      ],
    },
  ];
}

function planIn(manner: Partial<RunSettings>): RunPlan {
  return { ...planOf(...cases()), manner: { ...wholeManner, ...manner } };
}

/** Joins the journals of all shards, the last one first. */
async function shardedReplies() {
  const journals = shards.map(() => storeOf());
  const results: RunResult[] = [];
  for (const [at, shard] of shards.entries()) results.push(await collect(planIn({ shard }), journals[at]));
  return { results, replies: journals.reverse().flatMap(({ all }) => [...all.values()]) };
}

test('five shards, merged, give the verdicts and the row of the whole run', async () => {
  const whole = await collect(planIn({}));
  const { replies } = await shardedReplies();
  const merged = await collect(planIn({ merged: of }), storeOf(...replies), false);
  assert.deepEqual(merged, whole);
  assert.deepEqual(toRow(merged), toRow(whole));
  assert.deepEqual(
    whole.cases.map(({ name, passed, trials }) => [name, passed, trials.length]),
    [
      ['checked', false, 7],
      ['statistical', true, 41],
      ['refactor this', true, 1],
      ['explain this', false, 1],
      ['sequential', true, 23],
      ['log in', false, 12],
    ],
  );
  assert.deepEqual(recompute(planIn({ merged: of }), merged).contradictions, []);
});

test('every trial is collected by one shard, and a shard decides nothing', async () => {
  const { results } = await shardedReplies();
  const planned = cases().reduce((sum, { sample_size }) => sum + sample_size, 0);
  const collected = results.map((result) => result.cases.reduce((sum, { trials }) => sum + trials.length, 0));
  assert.deepEqual(collected, [17, 17, 17, 17, 17]);
  assert.equal(planned, 85);
  for (const [at, result] of results.entries()) {
    const { shard, state, all_passed, passed, total, failed_cases, missing_cases, triggering } = result;
    assert.deepEqual([shard, state, total, triggering], [shards[at], 'finished', 6, null]);
    assert.deepEqual([all_passed, passed, failed_cases, missing_cases], [false, 0, [], []]);
    for (const one of result.cases) assert.deepEqual([one.passed, one.verdicts, one.stopped_at], [null, [], null]);
    assert.deepEqual(recompute(planIn({ shard: shards[at] ?? null }), result), {
      total: 0,
      differences: [],
      contradictions: [],
    });
  }
});

test('a merged run without a reply for a case names the case and does not decide it', async () => {
  const { replies } = await shardedReplies();
  const held = replies.filter(({ case: name, role }) => name !== 'explain this' || role !== 'trigger');
  const merged = await collect(planIn({ merged: of }), storeOf(...held), false);
  assert.deepEqual([merged.state, merged.missing_cases], ['unfinished', ['explain this']]);
});

test('a shard with a missing trial is unfinished', async () => {
  const shard = { index: 3, of };
  const result = await collect(planIn({ shard }), storeOf(), false);
  const [first] = result.cases;
  assert.deepEqual(
    [result.state, first?.trials.map(({ index, outcome }) => `${index} ${outcome}`)],
    ['unfinished', ['2 missing']],
  );
});

test('a trial that belongs to another shard contradicts the result', async () => {
  const result = await collect(planIn({ shard: { index: 3, of } }));
  const { contradictions } = recompute(planIn({ shard: { index: 4, of } }), { ...result, shard: { index: 4, of } });
  assert.ok(
    contradictions.includes('case "checked": 1 of its trials belong to another shard'),
    contradictions.join('\n'),
  );
});

test('without early stopping every trial is collected and counts', async () => {
  const early = await collect({ ...planIn({}), manner: defaultRunSettings });
  const whole = await collect(planIn({}));
  assert.ok(early.cases.some(({ stopped_at }) => stopped_at !== null));
  assert.deepEqual(
    whole.cases.map(({ stopped_at, passed }) => [stopped_at, passed]),
    early.cases.map(({ passed }) => [null, passed]),
  );
  assert.deepEqual(recompute(planIn({}), whole).contradictions, []);
});

test('the draws of an item and the items of a cluster are in one shard', () => {
  const clusters = ['x', 'x', 'x', 'y', 'z', 'z'];
  const items = clusters.map((cluster, at) => ({ id: `i${at}`, text: `t${at}`, cluster }));
  const cases = [says('a', 'x', 1), says('b', 'x', 12), says('c', 'x', 3)];
  const sampleOf = (testCase: Case) => (testCase.name === 'b' ? sampleOfItems(testCase, items, 2) : repeated(testCase));
  const clustered = cases.map((one) => (one.name === 'b' ? { ...one, dataset: datasetWith({ units: 3 }) } : one));
  const indexes = (index: number) => trialsInShard(clustered, { index, of: 2 }, sampleOf).map((own) => own.indexes());
  assert.deepEqual(indexes(1), [[0], [6, 7], [0, 2]]);
  assert.deepEqual(indexes(2), [[], [0, 1, 2, 3, 4, 5, 8, 9, 10, 11], [1]]);
  const planned = (part: Partial<Dataset>) =>
    plannedTrialsInShard([{ ...says('b', 'x', 6), dataset: datasetWith(part) }], { index: 2, of: 2 });
  assert.deepEqual(planned({ units: 3, draws: 2 })[0]?.indexes(), [2, 3]);
  assert.deepEqual(planned({ units: 2, draws: 2 }), [null]);
});
