import assert from 'node:assert/strict';
import test from 'node:test';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Case, ConversationSubject } from '#model/case.js';
import { findMetric, metricFacts } from '#model/metrics.js';
import type { ModelRequest, Reply, StoredReply } from '#model/reply/exchange.js';
import { type CaseResult, defaultRunSettings, type RunPlan } from '#model/run/run.js';
import type { CriterionSpec } from '#model/settings.js';
import type { Provider } from '#provider/provider.js';
import { withReplies } from '#provider/wrappers/kept-replies.js';
import { anyPlaces, Pool } from '#run/collect/pool.js';
import type { RunDeps } from '#run/run.js';
import { run } from '#run/run.js';
import { normalsFrom } from '../support/normals.js';

// Latencies of the turns of one conversation resemble each other: log-latency = 0.5 (sqrt(0.8) u + sqrt(0.2) e), u shared by its
// turns. Every turn is lognormal whatever the correlation, so a claim about its median is on the boundary of what is
// false exactly. It is put to the whole path: a user, an application that takes its time, grading, deciding, stopping early.

const [sigma, correlation, turns, conversations, runs] = [0.5, 0.8, 4, 20, 400];
const share = 0.5;
const threshold = Math.exp(sigma * normalQuantile(share, 0, 1));

const settings = { model: 'claude-user', timeout_s: 60, max_tokens: 100 };
const subject: ConversationSubject = {
  kind: 'conversation',
  given: 'a question',
  when: 'it is asked',
  inputs: {},
  max_turns: turns,
  app: { app: 'function', timeout_s: 60 },
  user_simulator: settings,
  writing_style: null,
  seed: 0,
};

function latencyCase(spec: CriterionSpec, stopEarly: boolean): Case {
  const metric = findMetric('per_turn.response_latency') ?? assert.fail();
  return {
    name: 'latencies',
    subject,
    sample_size: conversations,
    sequential: false,
    stop_early: stopEarly,
    expectations: [
      {
        about: 'quick',
        grader: { grader: 'metric', params: metricFacts(metric, subject) },
        criteria: [spec],
      },
    ],
  };
}

const user: Provider = {
  name: 'user',
  send: async ({ model }: ModelRequest): Promise<Reply> => ({
    text: '',
    tool_input: { message: 'and then?', next: 'continue' },
    stop: 'tool_call',
    usage: { input_tokens: 1, output_tokens: 1 },
    latency_s: 0.1,
    model,
  }),
};

/** One run whose latencies are drawn from a seed. */
async function runOnce(one: Case, seed: string): Promise<CaseResult> {
  const normal = normalsFrom(seed);
  let clock = 0;
  const journal = new Map<string, StoredReply>();
  const controller = new AbortController();
  const ask = withReplies({
    provider: () => user,
    identity: () => undefined,
    live: () => true,
    onReply: () => {},
    sources: () => [],
    journal: { get: (key) => journal.get(key), put: (stored) => void journal.set(stored.key, stored) },
    sinks: [],
    now: () => new Date(0),
    signal: controller.signal,
    stop: controller.signal,
  });
  const deps: RunDeps = {
    ask,
    repliesGiven: () => 0,
    route: (model) => ({ provider: 'user', model, forcesTools: true, config: { type: 'user' } }),
    readMedia: async () => '',
    nonce: () => '0'.repeat(32),
    now: () => new Date(0),
    elapsed: () => clock,
    prices: {},
    signal: controller.signal,
    stop: controller.signal,
    abort: () => controller.abort(),
    promptDir: '/nowhere',
    programEnv: {},
    appEnv: () => ({}),
    appIdentity: () => '',
    startedApps: new Set(),
    redact: (text) => text,
    failFast: false,
    runId: seed,
    evaVersion: 'test',
    seat: new Pool(anyPlaces(1)).seat(),
    emit: () => {},
    // The state is what the turns of one conversation share.
    app: (_messages, state) => {
      const shared = typeof state === 'number' ? state : normal();
      clock += Math.exp(sigma * (Math.sqrt(correlation) * shared + Math.sqrt(1 - correlation) * normal()));
      return ['done', shared];
    },
  };
  const plan: RunPlan = {
    id: 'latencies',
    body: '',
    cases: [one],
    evidence: { prompt: '', cases: '', judge: '', models: '' },
    partial: false,
    calls: 0,
    outlooks: [],
    manner: defaultRunSettings,
  };
  const { cases } = await run(plan, deps);
  return cases[0] ?? assert.fail();
}

const below: CriterionSpec = { criterion: 'median_lt', params: { threshold }, significance_level: 0.05 };

test('correlated latencies on the boundary pass in no more than 31 of 400 runs at 5 %', async () => {
  const one = latencyCase(below, true);
  let passed = 0;
  for (let index = 0; index < runs; index++) {
    const result = await runOnce(one, `boundary ${index}`);
    if (result.passed) passed += 1;
  }
  // P(Bin(400, 0.05) > 31) = 0.007: so rarely would a test that keeps its level exceed it.
  assert.ok(passed <= 31, `${passed} of ${runs} runs passed`);
  assert.ok(passed > 0, 'on the boundary some runs pass: without any, nothing was tried');
});

test('the same turns, pooled as if they were independent, would pass far more often', async () => {
  // 80 turns: the binomial test of share 0.5 at 5 % passes from 48 quick ones (P(Bin(80, 0.5) >= 48) = 0.046).
  const one = latencyCase(below, false);
  let passed = 0;
  for (let index = 0; index < 100; index++) {
    const { trials } = await runOnce(one, `boundary ${index}`);
    const quick = trials
      .flatMap((trial) => trial.turns)
      .filter(({ latency }) => (latency ?? threshold) < threshold).length;
    if (quick > 47) passed += 1;
  }
  assert.ok(passed >= 10, `${passed} of 100 runs would pass`);
});
