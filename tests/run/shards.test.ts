import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, Expectation } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { ModelRequest, Reply, ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { defaultRunSettings, type RunPlan, type RunResult, type RunSettings, type Shard } from '#model/run/run.js';
import { NoReply } from '#provider/provider.js';
import { withReplies } from '#provider/wrappers/kept-replies.js';
import { recompute } from '#run/collect/recompute.js';
import { toRow } from '#run/collect/summarize.js';
import { run } from '#run/run.js';
import { dealCommand, splitAmong } from '#run/shares/command.js';
import { plannedTrials, trialsOfShare } from '#run/shares/share-trials.js';
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

/** Returns the plan of a shard, or of the run that is merged from all of them. */
function planOfShard(shard: Shard | null, manner: Partial<RunSettings> = {}): RunPlan {
  const plan = planIn(manner);
  const deal = dealCommand([plan], of);
  const share = shard ? { shard, ...deal.shareOf(0, shard) } : { merged: of, ...splitAmong(deal.ownersOf(0)) };
  return { ...plan, manner: { ...plan.manner, ...share } };
}

/** Joins the journals of all shards, the last one first. */
async function shardedReplies(manner: Partial<RunSettings> = {}) {
  const journals = shards.map(() => storeOf());
  const results: RunResult[] = [];
  for (const [at, shard] of shards.entries()) results.push(await collect(planOfShard(shard, manner), journals[at]));
  return { results, replies: journals.reverse().flatMap(({ all }) => [...all.values()]) };
}

test('five shards, merged, give the verdicts and the row of the whole run', async () => {
  const whole = await collect(planIn({}));
  const { replies } = await shardedReplies();
  const merged = await collect(planOfShard(null), storeOf(...replies), false);
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
  assert.deepEqual(recompute(planOfShard(null), merged).contradictions, []);
});

test('whole cases of shards stop early, and split ones do not', async () => {
  const manner = { stop_early: true };
  const whole = await collect(planIn(manner));
  const { replies, results } = await shardedReplies(manner);
  const merged = await collect(planOfShard(null, manner), storeOf(...replies), false);
  const { split = [] } = planOfShard(null, manner).manner;
  assert.deepEqual(split, ['statistical', 'sequential', 'log in']);
  for (const [at, testCase] of merged.cases.entries()) {
    const alone = whole.cases[at];
    if (split.includes(testCase.name)) assert.equal(testCase.stopped_at, null);
    else assert.deepEqual([testCase.verdicts, testCase.stopped_at], [alone?.verdicts, alone?.stopped_at]);
  }
  const stopped = results.flatMap((result) =>
    result.cases.filter(({ name, trials }) => name === 'checked' && trials.length > 0),
  );
  assert.deepEqual(
    stopped.map(({ trials, verdicts, stopped_at }) => [trials.length, verdicts, stopped_at]),
    [[whole.cases[0]?.stopped_at, [], null]],
  );
  for (const [at, result] of results.entries())
    assert.deepEqual(recompute(planOfShard(shards[at] ?? null, manner), result).contradictions, []);
});

test('every trial is collected by one shard, and a shard decides nothing', async () => {
  const { results } = await shardedReplies();
  const planned = cases().reduce((sum, { sample_size }) => sum + sample_size, 0);
  const collected = results.map((result) => result.cases.reduce((sum, { trials }) => sum + trials.length, 0));
  assert.equal(
    collected.reduce((sum, count) => sum + count, 0),
    planned,
  );
  assert.ok(collected.every((count) => count > 0));
  for (const [at, result] of results.entries()) {
    const { shard, state, all_passed, passed, total, failed_cases, missing_cases, triggering } = result;
    assert.deepEqual([shard, state, total, triggering], [shards[at], 'finished', 6, null]);
    assert.deepEqual([all_passed, passed, failed_cases, missing_cases], [false, 0, [], []]);
    for (const one of result.cases) assert.deepEqual([one.passed, one.verdicts, one.stopped_at], [null, [], null]);
    assert.deepEqual(recompute(planOfShard(shards[at] ?? null), result), {
      total: 0,
      differences: [],
      contradictions: [],
    });
  }
});

test('a merged run without a reply for a case names the case and does not decide it', async () => {
  const { replies } = await shardedReplies();
  const held = replies.filter(({ case: name, role }) => name !== 'explain this' || role !== 'trigger');
  const merged = await collect(planOfShard(null), storeOf(...held), false);
  assert.deepEqual([merged.state, merged.missing_cases], ['unfinished', ['explain this']]);
});

test('a shard with a missing trial is unfinished', async () => {
  const result = await collect(planOfShard({ index: 3, of }), storeOf(), false);
  const trials = result.cases.flatMap((testCase) => testCase.trials);
  assert.deepEqual([result.state, new Set(trials.map(({ outcome }) => outcome))], ['unfinished', new Set(['missing'])]);
});

test('a trial that belongs to another shard contradicts the result', async () => {
  const result = await collect(planOfShard({ index: 3, of }));
  const { contradictions } = recompute(planOfShard({ index: 4, of }), { ...result, shard: { index: 4, of } });
  assert.ok(
    contradictions.some((text) => text.startsWith('case "statistical": 8 of its trials belong to another shard')),
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
  const clustered = { ...says('b', 'x', 12), dataset: datasetWith({ units: 3 }) };
  const sampleOf = (testCase: Case) => sampleOfItems(testCase, items, 2);
  const manner = (index: number, left: readonly number[]): RunSettings => ({
    ...wholeManner,
    shard: { index, of: 2 },
    share: { command: '', whole: [], split: [{ case: 'b', full: 2, left }] },
  });
  const indexes = (index: number, left: readonly number[]) =>
    trialsOfShare({ cases: [clustered], manner: manner(index, left) }, sampleOf).map((own) => own.indexes());
  assert.deepEqual(indexes(1, [2]), [[0, 1, 2, 3, 4, 5, 8, 9, 10, 11]]);
  assert.deepEqual(indexes(2, []), [[6, 7]]);
  const planned = (part: Partial<Dataset>) =>
    plannedTrials({ cases: [{ ...says('b', 'x', 6), dataset: datasetWith(part) }], manner: manner(2, []) });
  assert.deepEqual(planned({ units: 3, draws: 2 })[0]?.indexes(), [2, 3]);
  assert.deepEqual(planned({ units: 2, draws: 2 }), [null]);
});
