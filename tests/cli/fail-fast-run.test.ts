import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { evaluatePrompt } from '#index.js';
import { attemptsOf, lastEnd } from '../support/attempts-of.js';
import type { SeenRequest } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { startEva } from '../support/interrupted-eva.js';
import { lastRow, rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';

const names = Array.from({ length: 20 }, (_, at) => `case-${at + 1}`);
const bad = 'case-7';
const check = 'assert: [ { contains: good } ], criteria: [ { proportion_gte: { proportion: 0.5 } } ]';
const evalFile = `defaults: { model: claude-x, sample_size: 30, significance_level: 0.05 }
cases:
${names.map((name) => `  - { name: ${name}, inputs: { code: "${name}." }, ${check} }\n`).join('')}`;

const isOf = (name: string, { body }: SeenRequest) => JSON.stringify(body.messages).includes(`${name}.`);

interface Wanted {
  readonly files?: Files;
  readonly concurrency?: number;
  /** Called before each reply, with the number of requests. */
  readonly onRequest?: (count: number) => void;
}

/** Makes a library of 20 cases of which `bad` gets wrong answers. */
async function library(t: TestContext, { files, concurrency = 1, onRequest }: Wanted = {}) {
  let count = 0;
  const server = await startFakeMessagesApi({
    answer: (body) => {
      onRequest?.(++count);
      if (body.tool_choice?.name === 'decision') return { tool_input: { reason: 'so it is', decision: 'YES' } };
      if (body.model === 'claude-judge') return { tool_input: { reason: 'fine', score: 5 } };
      return JSON.stringify(body.messages).includes(`${bad}.`) ? 'no' : 'good';
    },
  });
  t.after(() => server.close());
  const yml = { 'prompts/diff/eval.yml': evalFile, 'eva.yml': `concurrency: ${concurrency}\n` };
  const root = tempLibrary(t, { ...goodPrompt(), ...yml, ...files });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = async (...args: string[]) => {
    const output = await runEva(args, { cwd: root, env });
    return { ...output, text: output.stdout + output.stderr };
  };
  const recomputes = async () => {
    const { exitCode, text } = await eva('report', '--recompute');
    assert.equal(exitCode, 0, text);
  };
  return { root, env, server, eva, recomputes };
}

test('--fail-fast=run asks one trial of each case in turn, and ends with the first case that cannot pass any more', async (t) => {
  const { root, server, eva, recomputes } = await library(t);
  const { exitCode, text } = await eva('eval', '--fail-fast=run', 'diff');
  assert.equal(exitCode, 1, text);
  const rounds = server.requests.filter((request) => isOf(bad, request)).length;
  assert.ok(rounds > 2 && rounds < 20, String(rounds));
  assert.equal(server.requests.length, (rounds - 1) * 20 + 7);
  for (const [at, request] of server.requests.entries()) assert.ok(isOf(names[at % 20] ?? '', request), String(at));
  assert.match(
    text.replace(/\s+/g, ' '),
    /! not decided: the run ended when "case-7" could not pass any more \(--fail-fast=run\)/,
  );
  assert.equal(text.match(/~ case-\d+ +not decided · bar 50%/g)?.length, 19);

  const row = lastRow(root);
  assert.deepEqual(
    { ...row, verdicts: row.verdicts.map((verdict) => [verdict.case, verdict.outcome]) },
    {
      ...row,
      ...{ all_passed: false, total: 20, passed: 0, failed_cases: names, ended_by: bad, partial: false },
      verdicts: names.map((name) => [name, name === bad ? 'failed' : 'inconclusive']),
    },
  );
  for (const verdict of row.verdicts) {
    if (verdict.case === bad || !('reason' in verdict)) continue;
    const { p_value, fail_p, estimate, interval, needed_n, used, reason } = verdict;
    assert.deepEqual([p_value, fail_p, estimate, interval, needed_n, used], [null, null, null, null, null, 0]);
    assert.equal(reason, 'not decided: the run ended when "case-7" could not pass any more (--fail-fast=run)');
  }
  const { outcome, cases, red } = lastEnd(root);
  assert.deepEqual(
    { outcome, cases, red },
    { outcome: 'failed', cases: { passed: 0, failed: 1, open: 19 }, red: true },
  );
  await recomputes();
  const [logged] = JSON.parse((await eva('log', '--json')).stdout);
  assert.deepEqual([logged.ended_by, logged.failed_cases.length, logged.all_passed], [bad, 20, false]);
  assert.match((await eva('log')).stdout, /1 failed · 19 inconclusive · ended early \(--fail-fast=run\)/);

  const promoted = await eva('promote', 'diff');
  assert.equal(promoted.exitCode, 1, promoted.text);
  assert.match(promoted.text.replace(/\s+/g, ' '), /did not pass: it ended when "case-7" could not pass any more/);

  const before = server.requests.length;
  assert.equal((await eva('eval', 'diff')).exitCode, 1);
  assert.equal(server.requests.length - before, 19 * 20 + 11);
  const whole = lastRow(root);
  assert.deepEqual([whole.try, whole.passed, whole.failed_cases, whole.ended_by], [2, 19, [bad], undefined]);
  const compared = await eva('compare', 'diff', row.run_id, whole.run_id);
  assert.equal(compared.exitCode, 2, compared.text);
  assert.match(compared.text.replace(/\s+/g, ' '), /ended when "case-7" could not pass any more.*EVA_NOT_COMPARABLE/);
  await recomputes();
});

test('the calls in flight end as usual when the run ends, and their replies are in its result', async (t) => {
  const { root, server, eva, recomputes } = await library(t, { concurrency: 20 });
  assert.equal((await eva('eval', 'diff', '--fail-fast=run')).exitCode, 1);
  assert.equal(lastRow(root).usage.replies, server.requests.length);
  const [run = ''] = readdirSync(join(root, '.eva/runs'));
  const { cases } = JSON.parse(readFileSync(join(root, '.eva/runs', run, 'result.json'), 'utf8'));
  const trials = (cases as readonly { trials: readonly object[] }[]).reduce((sum, one) => sum + one.trials.length, 0);
  assert.equal(trials, server.requests.length);
  await recomputes();
});

test('a run whose red case is its last open one is a whole run', async (t) => {
  const last = `defaults: { model: claude-x }
cases:
  - { name: happy, inputs: { code: fine }, assert: [ { contains: good } ] }
  - { name: sad, inputs: { code: "${bad}." }, assert: [ { contains: good } ] }
`;
  const { root, eva } = await library(t, { files: { 'prompts/diff/eval.yml': last } });
  const { exitCode, text } = await eva('eval', 'diff', '--fail-fast=run');
  assert.equal(exitCode, 1, text);
  assert.deepEqual([lastRow(root).ended_by, lastRow(root).passed], [undefined, 1]);
  assert.doesNotMatch(text, /not decided/);
});

test('a killed run with --fail-fast=run resumes as one, and no other value may be given', async (t) => {
  let kill = () => {};
  const { root, server, eva, recomputes } = await library(t, {
    concurrency: 2,
    onRequest: (count) => count === 45 && kill(),
  });
  const killed = startEva(['eval', 'diff', '--fail-fast=run'], root, server.url);
  const gone = new Promise((resolve) => killed.child.once('close', resolve));
  kill = () => killed.child.kill('SIGKILL');
  await gone;
  assert.deepEqual(rowsIn(root), []);
  const other = await eva('eval', 'diff', '--resume', '--fail-fast');
  assert.equal(other.exitCode, 2, other.text);
  assert.match(other.text, /EVA_USAGE/);
  const resumed = await eva('eval', 'diff', '--resume', '--fail-fast=run');
  assert.equal(resumed.exitCode, 1, resumed.text);
  const { ended_by, try: attempt, all_passed, verdicts } = lastRow(root);
  assert.deepEqual([ended_by, attempt, all_passed], [bad, 1, false]);
  assert.equal(verdicts.filter(({ outcome }) => outcome === 'inconclusive').length, 19);
  const rounds = server.requests.filter((request) => isOf(bad, request)).length;
  assert.ok(server.requests.length <= rounds * 20 + 4, String(server.requests.length));
  assert.deepEqual(
    attemptsOf(root).map(({ event }) => event),
    ['begin', 'red', 'end'],
  );
  await recomputes();
});

test('a run without the value keeps its meaning on resume, and --fail-fast=run is refused there', async (t) => {
  const { eva } = await library(t);
  assert.equal((await eva('eval', 'diff', '--max-calls', '5', '--allow-short-budget')).exitCode, 3);
  const { exitCode, text } = await eva('eval', 'diff', '--resume', '--fail-fast=run');
  assert.equal(exitCode, 2, text);
  assert.match(text, /cannot change these options: --fail-fast/);
});

for (const [args, why] of [
  [['--fail-fast=run', '--batch'], /a batch sends all calls before the first reply/],
  [['--fail-fast=run', '--shard', '1/2'], /no shard knows the replies that others have/],
  [['--fail-fast=case'], /--fail-fast\[=run\].*Allowed choices are judge, run/],
  [['--fail-fast=run', '--look'], /--look.*--fail-fast/],
] as const)
  test(`eva eval ${args.join(' ')} is refused before the first call`, async (t) => {
    const { server, eva } = await library(t);
    const { exitCode, text } = await eva('eval', 'diff', ...args);
    assert.equal(exitCode, 2, text);
    assert.match(text, why);
    assert.equal(server.requests.length, 0);
  });

test('each variant of a prompt ends by itself', async (t) => {
  const two = evalFile.replace('model: claude-x', 'models: [ claude-x, claude-y ]');
  const { root, eva } = await library(t, { concurrency: 3, files: { 'prompts/diff/eval.yml': two } });
  const { exitCode, text } = await eva('eval', 'diff', '--fail-fast=run');
  assert.equal(exitCode, 1, text);
  assert.deepEqual(
    rowsIn(root).map(({ variant, ended_by }) => [variant, ended_by]),
    [
      ['claude-x', bad],
      ['claude-y', bad],
    ],
  );
});

test('evaluatePrompt takes fail_fast: run', async (t) => {
  const { root, env } = await library(t);
  const { outcome, cases } = await evaluatePrompt('diff', { root, env, fail_fast: 'run' });
  assert.equal(outcome, 'failed');
  assert.deepEqual(
    cases.map((one) => [one.name, one.outcome]),
    names.map((name) => [name, name === bad ? 'failed' : 'inconclusive']),
  );
  // @ts-expect-error: no such value
  await assert.rejects(evaluatePrompt('diff', { root, env, fail_fast: 'case' }), /true, false or "run"/);
});

const kinds = `defaults: { model: claude-x, judge: { model: claude-judge } }
cases:
  - name: items
    dataset:
      file: data/items.csv
      slices: [ { field: language, must: pass, criteria: { proportion_gte: { proportion: 0.3 } } } ]
    assert: [ { contains: good } ]
    criteria: { proportion_gte: { proportion: 0.3 } }
    then:
      - class: { expected: { field: label } }
        criteria: [ { recall_gte: { class: good, proportion: 0.1 } } ]
  - { name: people, inputs: { code: x }, rubric: Is it good?, sample_size: 20, criteria: [ { proportion_gte: { proportion: 0.6, by: people, labels: 15 } } ] }
  - name: length
    inputs: { code: y }
    sample_size: 30
    then:
      - metric: per_turn.response_words
        criteria: [ { mean_lte: { threshold: 30, cap: 90 } }, { median_lte: { threshold: 30 } } ]
  - { name: every, inputs: { code: z }, sample_size: 9, assert: [ { contains: good } ] }
  - { name: sad, inputs: { code: "${bad}." }, SIZE, assert: [ { contains: good } ] }
triggering: { should_match: [change x, rename y] }
`;
const csv = `code,label,language\n${Array.from({ length: 60 }, (_, at) => `code ${at},good,${at % 2 ? 'en' : 'de'}\n`).join('')}`;

for (const [size, open] of [
  ['sample_size: 1', ['items', 'people', 'length', 'every']],
  ['sample_size: 20, criteria: [ { proportion_gte: { proportion: 0.6 } } ]', ['items', 'people', 'length', 'every']],
  ['sample_size: 3, stop_early: false', ['items', 'people', 'length', 'every', 'sad']],
] as const)
  test(`open cases of every kind are inconclusive, and the result recomputes to itself: ${size}`, async (t) => {
    const { root, eva, recomputes } = await library(t, {
      files: { 'prompts/diff/eval.yml': kinds.replace('SIZE', size), 'prompts/diff/data/items.csv': csv },
    });
    const { exitCode, text } = await eva('eval', 'diff', '--fail-fast=run');
    assert.equal(exitCode, 1, text);
    const { verdicts, ended_by, failed_cases } = lastRow(root);
    assert.equal(ended_by, 'sad');
    for (const name of open) assert.ok(failed_cases.includes(name), name);
    const figures = verdicts.filter((verdict) => (open as readonly string[]).includes(verdict.case));
    assert.ok(figures.length >= open.length);
    for (const verdict of figures) {
      assert.equal(verdict.outcome, 'inconclusive', verdict.case);
      assert.ok('p_value' in verdict && verdict.p_value === null && verdict.estimate === null && !verdict.people);
    }
    await recomputes();
    for (const format of ['markdown', 'junit', 'html', 'json']) {
      const path = join(root, `report.${format}`);
      await eva('report', '--report', `${format}=${path}`);
      assert.match(readFileSync(path, 'utf8'), /could not pass any more \(--fail-fast=run\)/, format);
    }
  });

test('queries that were open are in no count of hits and false alarms', async (t) => {
  const queries =
    'defaults: { model: claude-x }\ntriggering: { should_match: [change x], should_not_match: [a joke, a poem] }\n';
  const { root, eva, recomputes } = await library(t, { files: { 'prompts/diff/eval.yml': queries } });
  const { exitCode, text } = await eva('eval', 'diff', '--fail-fast=run');
  assert.equal(exitCode, 1, text);
  assert.deepEqual(lastRow(root).failed_cases, ['should_not_match: a joke', 'should_not_match: a poem']);
  assert.match(text, /1 of 1 hit · 1 of 1 false alarm/);
  await recomputes();
});

test('a result that claims an end that did not happen does not recompute', async (t) => {
  const { root, eva } = await library(t);
  assert.equal((await eva('eval', 'diff', '--fail-fast=run')).exitCode, 1);
  const [run = ''] = readdirSync(join(root, '.eva/runs'));
  const path = join(root, '.eva/runs', run, 'result.json');
  const told = readFileSync(path, 'utf8');
  const plan = join(root, '.eva/runs', run, 'plan.json');
  const planned = readFileSync(plan, 'utf8');
  writeFileSync(path, told.replaceAll(/"ended_by": ?"case-7"/g, '"ended_by":"case-99"'));
  assert.match((await eva('report', '--recompute')).stdout, /the run did not end with the case that it names/);
  writeFileSync(path, told);
  writeFileSync(plan, planned.replace(/"fail_fast": ?"run"/, '"fail_fast":false'));
  assert.match((await eva('report', '--recompute')).stdout, /the run did not end with the case that it names/);
  rmSync(path);
});
