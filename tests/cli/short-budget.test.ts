import assert from 'node:assert/strict';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';

const csv = ['id,code', ...Array.from({ length: 40 }, (_, at) => `${at},code ${at}`)].join('\n');
const ofFile = (settings = '') => `cases:
  - name: items
    model: claude-x
    dataset: { file: data/items.csv, id: id, inputs: { code: code } }
    assert: [ { contains: good } ]
    criteria: { proportion_gte: { proportion: 0.5 } }
${settings}`;
const everyTrial = `cases:
  - { name: happy, inputs: { code: x }, model: claude-x, sample_size: 30, assert: [ { contains: good } ] }
`;

async function library(t: TestContext, evalFile: string, files: Files = {}) {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': evalFile,
    'prompts/diff/data/items.csv': `${csv}\n`,
    ...files,
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, server, eva: (...args: string[]) => runEva(args, { cwd: root, env }) };
}

const eva11 = { 'eva.yml': 'concurrency: 4\nbudget: { max_calls: 11 }\n' };

/** Returns the only problem of a budget in the JSON of `eva plan`. */
function shortIn(stdout: string) {
  const { problems } = JSON.parse(stdout);
  return problems.find(({ code }: { code: string }) => code === 'EVA_SHORT_BUDGET');
}

test('a run that cannot pass within its budget does not start: in eva.yml and by a flag', async (t) => {
  const { server, root, eva } = await library(t, everyTrial, eva11);
  for (const flags of [[], ['--max-calls', '29']]) {
    const { exitCode, stderr } = await eva('eval', 'diff', ...flags);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, /EVA_SHORT_BUDGET/);
    assert.match(stderr.replace(/\s+/g, ' '), /at least 30 calls .*budget is (11|29).* eva eval diff --max-calls 30/);
  }
  const { stderr } = await eva('eval', 'diff', '--runs', 'kept', '--root', root);
  assert.ok(stderr.replace(/\s+/g, ' ').includes(`eva eval diff --root ${root} --runs kept --max-calls 30`), stderr);
  assert.match((await eva('eval', 'diff')).stderr, /eva\.yml:2:11/);
  assert.equal(server.requests.length, 0);
  assert.ok(!existsSync(join(root, '.eva')) || !existsSync(join(root, '.eva/runs')));
  assert.ok(!existsSync(join(root, '.attempts.jsonl')));

  const allowed = await eva('eval', 'diff', '--allow-short-budget');
  assert.equal(allowed.exitCode, 3, allowed.stderr);
  assert.match(allowed.stderr, /warning[\s\S]*EVA_SHORT_BUDGET/);
  assert.equal(server.requests.length, 11);
  assert.equal((await eva('eval', 'diff', '--max-calls', '30')).exitCode, 0);
});

test('eva plan marks a budget that is too small and fails, and eva doctor warns of it', async (t) => {
  const { eva } = await library(t, everyTrial, eva11);
  const plan = await eva('plan', 'diff');
  assert.equal(plan.exitCode, 2);
  assert.match(plan.stdout, /Budget +! 11 calls/);
  const found = shortIn((await eva('plan', 'diff', '--json')).stdout);
  assert.equal(found.severity, 'error');
  assert.match(found.message, /^needs at least 30 calls to pass, and the budget is 11:/);
  assert.equal((await eva('plan', 'diff', '--allow-short-budget')).exitCode, 0);
  const doctor = await eva('doctor', 'diff');
  assert.equal(doctor.exitCode, 0);
  assert.match(doctor.stderr + doctor.stdout, /EVA_SHORT_BUDGET/);
});

test('a data set that stops early needs only the calls of a pass; between that and all is a warning', async (t) => {
  const { eva } = await library(t, ofFile());
  const { fix } = shortIn((await eva('plan', 'diff', '--json')).stdout) ?? {};
  assert.equal(fix, undefined, 'without a limit there is nothing to say');
  const { exitCode, stderr } = await eva('eval', 'diff', '--max-calls', '20');
  assert.equal(exitCode, 2, stderr);
  const least = Number(/at least (\d+) calls/.exec(stderr.replace(/\s+/g, ' '))?.[1]);
  assert.ok(least > 20 && least < 40, stderr);
  assert.match(stderr.replace(/\s+/g, ' '), /first look: eva eval diff --items 20 \(20 calls\)/);
  const between = await eva('eval', 'diff', '--max-calls', `${least}`);
  assert.equal(between.exitCode, 0, between.stderr);
  assert.match(between.stderr.replace(/\s+/g, ' '), new RegExp(`${least} to 40 calls, budget ${least}`));
  const whole = await eva('eval', 'diff', '--max-calls', '40');
  assert.doesNotMatch(whole.stderr, /EVA_SHORT_BUDGET/);
});

test('a first look is named only where each prompt has items to choose', async (t) => {
  const { root, eva } = await library(t, `defaults: { stop_early: false }\n${ofFile()}`);
  cpSync(join(root, 'prompts/diff'), join(root, 'prompts/other'), { recursive: true });
  writeFileSync(join(root, 'prompts/other/meta.yml'), goodMeta.replace('id: diff', 'id: other'));
  const lookIn = async () => {
    const { stderr } = await eva('eval', 'diff', 'other', '--max-calls', '35');
    return /a first look: eva (eval diff other --items 17) \(34 calls\)/.exec(stderr.replace(/\s+/g, ' '))?.[1];
  };
  const look = await lookIn();
  assert.notEqual((await eva(...(look ?? '').split(' '))).exitCode, 2);
  writeFileSync(join(root, 'prompts/other/eval.yml'), everyTrial);
  assert.equal(await lookIn(), undefined);
});

test('without early stopping a data set needs every item', async (t) => {
  const { eva } = await library(t, `defaults: { stop_early: false }\n${ofFile()}`);
  const { exitCode, stderr } = await eva('eval', 'diff', '--max-calls', '39');
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr.replace(/\s+/g, ' '), /at least 40 calls/);
});

test('a limit of the command line is compared with the sum of all runs, and that of eva.yml with the runs that share it', async (t) => {
  const models = 'defaults: { models: [claude-a, claude-b] }\n';
  const { eva, server } = await library(t, models + everyTrial.replace('model: claude-x, ', ''), {
    'eva.yml': 'budget: { max_calls: 45 }\n',
  });
  for (const flags of [[], ['--max-calls', '59']]) {
    const { exitCode, stderr } = await eva('eval', 'diff', ...flags);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr.replace(/\s+/g, ' '), /at least 60 calls/);
  }
  assert.equal((await eva('plan', 'diff')).exitCode, 2);
  assert.match((await eva('doctor')).stdout + (await eva('doctor')).stderr, /EVA_SHORT_BUDGET/);
  assert.equal(server.requests.length, 0);
  assert.equal((await eva('eval', 'diff', '--model', 'claude-a')).exitCode, 0);
});

test('the cache may help, so that too few calls are a warning with it; a replay and a missing key make no call', async (t) => {
  const { eva, root } = await library(t, everyTrial, eva11);
  const cached = await eva('eval', 'diff', '--cache');
  assert.equal(cached.exitCode, 3);
  assert.match(cached.stderr, /warning[\s\S]*EVA_SHORT_BUDGET/);
  assert.equal((await eva('eval', 'diff', '--cache', '--max-calls', '60')).exitCode, 0);
  const replay = await eva('eval', 'diff', '--replay');
  assert.doesNotMatch(replay.stderr, /EVA_SHORT_BUDGET/);
  const keyless = await runEva(['eval', 'diff'], { cwd: root, env: {} });
  assert.doesNotMatch(keyless.stderr, /EVA_SHORT_BUDGET/);
});

test('a comparison needs the pairs of both sides, and kept replies are not asked again', async (t) => {
  const both = `cases:
  - name: many
    inputs: { code: x }
    model: claude-x
    sample_size: 100
    stop_early: false
    assert: [ { contains: good } ]
    criteria: { proportion_gte: { proportion: 0.5 } }
`;
  const { eva, server } = await library(t, both, {
    'prompts/other/prompt.xml': '<task>Review {{code}} in another way.</task>\n',
    'prompts/other/meta.yml': 'inputs: [ { name: code } ]\n',
    'eva.yml': 'concurrency: 4\nbudget: { max_calls: 150 }\n',
  });
  const args = ['compare', 'diff', 'other', '--not-worse-by', '0.2'];
  const refused = await eva(...args);
  assert.equal(refused.exitCode, 2, refused.stderr);
  assert.match(refused.stderr.replace(/\s+/g, ' '), /at least 200 calls to decide.*--max-calls 200/);
  assert.equal((await eva(...args, '--plan')).exitCode, 2);
  assert.equal(server.requests.length, 0);
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const kept = await eva(...args);
  assert.doesNotMatch(kept.stderr, /EVA_SHORT_BUDGET/);
});

test('dollars below those of the last run are a warning', async (t) => {
  const { eva } = await library(t, everyTrial, {
    'eva.yml': 'concurrency: 4\nprices: { claude-x: { input: 1000, output: 1000 } }\n',
  });
  assert.equal((await eva('eval', 'diff', '--max-cost', '200')).exitCode, 0);
  const { stderr } = await eva('eval', 'diff', '--max-cost', '0.01');
  assert.match(stderr, /warning: may end without a verdict[\s\S]*EVA_SHORT_BUDGET/);
  assert.doesNotMatch((await eva('eval', 'diff', '--max-cost', '200')).stderr, /EVA_SHORT_BUDGET/);
});

test('mutants need a call each at least', async (t) => {
  const one = everyTrial.replace('sample_size: 30, ', '');
  const { eva, server } = await library(t, one);
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const before = server.requests.length;
  const { exitCode, stderr } = await eva('mutate', 'diff', '--max-calls', '1');
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /EVA_SHORT_BUDGET/);
  assert.equal(server.requests.length, before);
  assert.equal((await eva('mutate', 'diff', '--plan', '--max-calls', '1')).exitCode, 2);
});

test('the call that writes a rubric is counted once', async (t) => {
  const { eva } = await library(
    t,
    'cases: [ { name: judged, inputs: { code: x }, model: claude-x, sample_size: 30, stop_early: false, then: [ { expected_behavior: It is short., criteria: { proportion_gte: { proportion: 0.5, min_score: 6 } } } ] } ]\n',
  );
  const { stderr } = await eva('eval', 'diff', '--max-calls', '1');
  assert.match(stderr.replace(/\s+/g, ' '), /at least 61 calls .* eva eval diff --max-calls 61;/);
});
