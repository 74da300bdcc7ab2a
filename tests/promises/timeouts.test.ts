import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Faults } from '../support/fake-http.js';
import { runEva } from '../support/run-eva.js';
import { inCases, library, withBar } from './timed-library.js';

const withoutStatistics = `
  - name: plain
    inputs: { code: "x = 1" }
    assert: [{ contains: "<diff>" }]
`;

const isFirst = (number: number) => (number === 0 ? 'hang' : null);

test('a trial whose call ran out of time counts against the claim, is not asked for again, and is named', async (t) => {
  const { run, server, rows } = await library(t, inCases(withBar('stop_early: false', 0.5, 20)), { faults: isFirst });
  const { exitCode, result } = await run();
  assert.equal(exitCode, 0);
  const [one] = result.cases;
  const failed = one?.trials.filter(({ outcome }) => outcome === 'failed') ?? [];
  const reason = 'the model gave no reply within 2 s';
  assert.deepEqual(
    failed.map((trial) => 'reason' in trial && trial.reason),
    [reason],
  );
  const [verdict] = one?.verdicts ?? [];
  assert.deepEqual([verdict?.failed, verdict?.used, verdict?.estimate], [1, 20, 0.95]);
  assert.equal(server.requests.length, 20);
  const timeouts = { failed_trials: 1, asked_again: 0, opted_out: 0 };
  assert.deepEqual([result.timeouts, rows()[0]?.timeouts, result.replies.model], [timeouts, timeouts, 19]);
});

test('the report names timeouts that count, calls that were made again, and cases that opted out', async (t) => {
  const lines = async (cases: string, faults: Faults) => {
    const { text } = await library(t, inCases(cases), { faults });
    const { stdout } = await text();
    const counts = stdout.replace(/\s+/g, ' ').matchAll(/(\d+ (?:trial|call)) [^·]*? timeout|(\d+ case) \(timeouts: /g);
    return [...counts].map(([, calls, cases]) => calls ?? cases);
  };
  const optedOut = withBar('timeouts: ask_again', 0.5, 20);
  assert.deepEqual(await lines(withBar('', 0.5, 20), isFirst), ['1 trial']);
  assert.deepEqual(await lines(withoutStatistics, isFirst), ['1 call']);
  assert.deepEqual(await lines(optedOut, isFirst), ['1 call', '1 case']);
  assert.deepEqual(await lines(optedOut, []), ['1 case']);
  assert.deepEqual(await lines(withBar('', 0.5, 20), []), []);
});

const settings: readonly (readonly [string, string, string, boolean])[] = [
  ['the case', 'timeouts: ask_again', '', true],
  ['eva.yml', '', 'defaults: { timeouts: ask_again }', true],
  ['the case, over eva.yml', 'timeouts: fail', 'defaults: { timeouts: ask_again }', false],
];

for (const [where, more, config, passes] of settings) {
  test(`timeouts is set by ${where}`, async (t) => {
    const { run } = await library(t, inCases(withBar(more)), { faults: isFirst }, config);
    assert.equal((await run()).result.all_passed, passes);
  });
}

test('a case without statistics fails by one slow answer only where timeouts: fail is set', async (t) => {
  for (const [more, passes] of [
    ['', true],
    ['    timeouts: fail\n', false],
  ] as const) {
    const { run } = await library(t, inCases(withoutStatistics + more), { faults: isFirst });
    assert.equal((await run()).result.all_passed, passes);
  }
});

test('a judge that runs out of time fails the trial, though its checks hold', async (t) => {
  const judged = withBar('rubric: Is it small?', 0.5, 20).replace(
    '    criteria',
    '    stop_early: false\n    criteria',
  );
  const isJudge = (body: { tools?: unknown }) => body.tools !== undefined;
  let judges = 0;
  const { run } = await library(t, inCases(judged), {
    answer: (body) => (isJudge(body) ? { tool_input: { score: 5, reason: 'small' } } : '<diff>'),
    faults: (_number, { body }) => (isJudge(body) && judges++ === 3 ? 'hang' : null),
  });
  const { result } = await run();
  const failed = result.cases[0]?.trials.filter(({ outcome }) => outcome === 'failed') ?? [];
  assert.deepEqual(
    failed.map((trial) => 'reason' in trial && [trial.reason, trial.turns.length]),
    [['the judge gave no reply within 2 s', 1]],
  );
  assert.equal(result.cases[0]?.verdicts[0]?.failed, 1);
});

test('a simulated user who runs out of time fails the conversation', async (t) => {
  const scenario = `scenarios:
  - title: talk
    given: A user
    when: They ask
    inputs: { code: "x = 1" }
    sample_size: 8
    stop_early: false
    writing_style: false
    then:
      - metric: per_conversation.turn_count
        criteria: { proportion_lte: { threshold: 1, proportion: 0.3 } }
`;
  let users = 0;
  const { run } = await library(t, scenario, {
    answer: (body) => {
      if (body.tools === undefined) return 'an answer';
      return {
        tool_input: body.messages[0].content.includes('an answer')
          ? { message: '', next: 'goal_met' }
          : { message: 'hi', next: 'continue' },
      };
    },
    faults: (_number, { body }) => (body.tools !== undefined && users++ === 0 ? 'hang' : null),
  });
  const { result } = await run();
  const [late] = result.cases[0]?.trials.filter(({ outcome }) => outcome === 'failed') ?? [];
  assert.equal(late && 'reason' in late && late.reason, 'turn 1: the simulated user gave no reply within 2 s');
  assert.deepEqual(result.timeouts, { failed_trials: 1, asked_again: 0, opted_out: 0 });
});

test('a measured latency says nothing of a trial that ran out of time: it counts against the claim', async (t) => {
  const measured = `
  - name: fast
    inputs: { code: "x = 1" }
    sample_size: 20
    stop_early: false
    then:
      - metric: per_turn.response_latency
        criteria: { proportion_lt: { threshold: 2, proportion: 0.5 } }
`;
  const { run } = await library(t, inCases(measured), { faults: isFirst });
  const [verdict] = (await run()).result.cases[0]?.verdicts ?? [];
  assert.deepEqual([verdict?.failed, verdict?.used], [1, 20]);
});

test('a resumed run does not ask again for what ran out of time before', async (t) => {
  const cases = inCases(withBar('stop_early: false', 0.5, 20));
  const { run, server } = await library(t, cases, { faults: isFirst });
  const first = await run('--max-calls', '5', '--allow-short-budget');
  assert.equal(first.exitCode, 3);
  const asked = server.requests.length;
  const { exitCode, result } = await run('--resume', '--max-calls', '100');
  assert.equal(exitCode, 0);
  assert.equal(server.requests.length, 20);
  assert.ok(asked >= 1 && asked < 20, `${asked}`);
  assert.equal(result.cases[0]?.verdicts[0]?.failed, 1);
  assert.deepEqual(result.timeouts, { failed_trials: 1, asked_again: 0, opted_out: 0 });
});

test('a case that counts slow answers and one that does not put the same question: each keeps its rule, also when resumed', async (t) => {
  const both = inCases(withBar('stop_early: false', 0.5, 20) + withoutStatistics);
  for (const order of [both, inCases(withoutStatistics + withBar('stop_early: false', 0.5, 20))]) {
    const { run } = await library(t, order, { faults: isFirst });
    const { result } = await run();
    const barred = result.cases.find(({ name }) => name === 'barred');
    const plain = result.cases.find(({ name }) => name === 'plain');
    assert.equal(barred?.verdicts[0]?.failed, 1);
    assert.equal(plain?.passed, true);
    assert.deepEqual(result.timeouts, { failed_trials: 1, asked_again: 1, opted_out: 0 });
  }
});

test('a call that ran out of time is in no recording, and a reply that took its place is none where slow answers count', async (t) => {
  const late = await library(t, inCases(withBar('stop_early: false', 0.5, 20)), { faults: isFirst });
  await late.run('--record');
  const recorded = readFileSync(join(late.root, 'prompts/diff/recordings.jsonl'), 'utf8').trim().split('\n');
  assert.equal(recorded.length, 19);
  const replay = await late.run('--replay');
  assert.deepEqual([replay.exitCode, replay.result.missing_cases], [3, ['barred']]);

  const replaced = await library(t, inCases(withBar('timeouts: ask_again', 0.5, 20)), { faults: isFirst });
  await replaced.run('--record');
  const evalYml = join(replaced.root, 'prompts/diff/eval.yml');
  writeFileSync(evalYml, readFileSync(evalYml, 'utf8').replace('timeouts: ask_again', 'stop_early: false'));
  const { result } = await replaced.run('--replay');
  assert.equal(result.timeouts?.failed_trials, 1);
});

test('merged shards keep what ran out of time in each, and a stored run is decided anew with it', async (t) => {
  const cases = inCases(withBar('stop_early: false', 0.5, 20));
  const { root, text, server, rows } = await library(t, cases, { faults: isFirst });
  for (const shard of ['1/2', '2/2']) assert.equal((await text('--shard', shard)).exitCode, 0);
  const merged = await runEva(['merge', '.eva/runs'], { cwd: root });
  assert.equal(merged.exitCode, 0, merged.stderr);
  assert.deepEqual(rows()[0]?.timeouts, { failed_trials: 1, asked_again: 0, opted_out: 0 });
  assert.equal(server.requests.length, 20);
  const again = await runEva(['report', '--recompute'], { cwd: root });
  assert.equal(again.exitCode, 0, again.stdout + again.stderr);
});
