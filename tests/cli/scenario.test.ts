import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { RunResult, RunRow } from '#model/run/run.js';
import { startConversationApi, tenLevels } from '../support/conversation-api.js';
import { runEva } from '../support/run-eva.js';
import { scenarioFile, scenarioLibrary } from '../support/scenario-library.js';
import { assertNoSecretBelow } from '../support/secrets.js';

const evalFile = 'prompts/bot/eval.yml';
const rubricsFile = 'prompts/bot/rubrics.yml';

function lastResult(root: string): RunResult {
  const runs = join(root, '.eva', 'runs');
  return JSON.parse(readFileSync(join(runs, readdirSync(runs).sort().at(-1) ?? '', 'result.json'), 'utf8'));
}

function rows(root: string): readonly RunRow[] {
  const lines = readFileSync(join(root, '.eval.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function verdictsOf({ verdicts }: RunRow) {
  return verdicts.map((one) => ({ ...one, p_value: 'p_value' in one ? one.p_value : null }));
}

test('a scenario with a model as the application is run, judged by a new rubric, and decided', async (t) => {
  const root = scenarioLibrary(t);
  const { env, asked, server } = await startConversationApi(t);
  const output = await runEva(['eval', 'bot'], { cwd: root, env });
  assert.equal(output.exitCode, 0, output.stdout + output.stderr);
  assert.deepEqual(asked(), { rubric: 1, user: 18, app: 12, judge: 6 });
  assert.match(output.stderr, /\b1 behaviour .*prompts\/bot\/rubrics\.yml/);
  assert.match(readFileSync(join(root, rubricsFile), 'utf8'), /behavior: The bot gives each step\./);

  const app = server.requests.find(({ body }) => body.tool_choice === undefined)?.body;
  assert.equal(app.system[0]?.text ?? app.system, 'You are the help desk of Acme.\n');
  const [one] = lastResult(root).cases;
  assert.equal(one?.trials.length, 6);
  assert.deepEqual(
    one?.trials[0]?.turns.map((turn) => [turn.user_message, turn.app_response]),
    [
      ['How do I get back in?', 'Step 1: open the settings.'],
      ['And after that?', 'Step 2: open the settings.'],
    ],
  );
  assert.equal(one?.trials[0]?.conversation?.ended, 'goal_met');
  assert.deepEqual(lastResult(root).replies, { model: 37, recorded: 0, synthetic: 0 });
  assertNoSecretBelow(root);
});

test('a rubric is written once, and later runs use it until the text of the behaviour changes', async (t) => {
  const root = scenarioLibrary(t);
  const { env, asked } = await startConversationApi(t);
  await runEva(['eval', 'bot'], { cwd: root, env });
  const again = await runEva(['eval', 'bot'], { cwd: root, env });
  assert.doesNotMatch(again.stderr, /wrote the rubric/);
  assert.equal(asked().rubric, 1);
  const [first, second] = rows(root);
  assert.deepEqual(second?.evidence.judge, first?.evidence.judge, 'the row of the first run has the rubric in it');

  const text = readFileSync(join(root, evalFile), 'utf8');
  writeFileSync(join(root, evalFile), text.replace('gives each step', 'asks before it answers'));
  assert.equal((await runEva(['eval', 'bot'], { cwd: root, env })).exitCode, 0);
  assert.equal(asked().rubric, 2);
  const shown = await runEva(['rubric', 'bot', '--json'], { cwd: root });
  const { behaviors, unused } = JSON.parse(shown.stdout);
  assert.deepEqual(
    behaviors.map((one: { text: string; source: string }) => [one.text, one.source]),
    [['The bot asks before it answers.', 'frozen']],
  );
  assert.deepEqual(
    unused.map((one: { text: string }) => one.text),
    ['The bot gives each step.'],
  );
});

test('recordings are played without a call, and give the same verdicts', async (t) => {
  const root = scenarioLibrary(t);
  const { env, server } = await startConversationApi(t);
  assert.equal((await runEva(['eval', 'bot', '--record'], { cwd: root, env })).exitCode, 0);
  const before = server.requests.length;
  const replayed = await runEva(['eval', 'bot', '--replay'], { cwd: root, env });
  assert.equal(replayed.exitCode, 0, replayed.stdout + replayed.stderr);
  assert.equal(server.requests.length, before);
  const [first, second] = rows(root);
  assert.ok(first && second);
  assert.deepEqual(verdictsOf(second), verdictsOf(first));
  const recordings = readFileSync(join(root, 'prompts/bot/recordings.jsonl'), 'utf8').trimEnd().split('\n');
  const roles = recordings.map((line) => JSON.parse(line).role);
  const inOrder = [...Array(12).fill('subject'), ...Array(18).fill('user'), ...Array(6).fill('judge'), 'rubric'];
  assert.deepEqual(roles, inOrder);
});

test('a recorded rubric is written if rubrics.yml is missing; without recordings the run is refused: exit 3', async (t) => {
  const root = scenarioLibrary(t);
  const { env } = await startConversationApi(t);
  const refused = await runEva(['eval', 'bot', '--replay'], { cwd: root, env });
  assert.equal(refused.exitCode, 3);
  assert.match(refused.stderr, /EVA_NO_RUBRIC/);
  await runEva(['eval', 'bot', '--record'], { cwd: root, env });
  const frozen = readFileSync(join(root, rubricsFile), 'utf8');
  writeFileSync(join(root, rubricsFile), 'rubrics: []  # of the bot\n');
  assert.equal((await runEva(['eval', 'bot', '--replay'], { cwd: root })).exitCode, 0);
  assert.match(readFileSync(join(root, rubricsFile), 'utf8'), /# of the bot/);
  assert.match(frozen, /The bot is helpful in 10 of 10 ways/);
});

test('writing a rubric needs a key, also with recordings, and the hint names only flags of eva rubric', async (t) => {
  const root = scenarioLibrary(t);
  const { env } = await startConversationApi(t);
  await runEva(['eval', 'bot', '--record'], { cwd: root, env });
  rmSync(join(root, rubricsFile));
  const { exitCode, stderr } = await runEva(['rubric', 'bot', '--write'], { cwd: root });
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /set ANTHROPIC_API_KEY\s+EVA_NO_KEY/);
  assert.doesNotMatch(stderr, /--replay/);
});

test('two concurrent runs write one rubric', async (t) => {
  const root = scenarioLibrary(t);
  const { env, asked } = await startConversationApi(t);
  const runs = await Promise.all([1, 2].map(() => runEva(['eval', 'bot'], { cwd: root, env })));
  assert.deepEqual(
    runs.map(({ exitCode }) => exitCode),
    [0, 0],
    runs.map(({ stderr }) => stderr).join('\n'),
  );
  assert.equal(asked().rubric, 2);
  assert.equal(readFileSync(join(root, rubricsFile), 'utf8').split('behavior:').length - 1, 1);
});

test('--cache requests no reply twice', async (t) => {
  const root = scenarioLibrary(t);
  const { env, server } = await startConversationApi(t);
  await runEva(['eval', 'bot', '--cache'], { cwd: root, env });
  const before = server.requests.length;
  assert.equal((await runEva(['eval', 'bot', '--cache'], { cwd: root, env })).exitCode, 0);
  assert.equal(server.requests.length, before);
});

test('conversations end as soon as the scenario cannot pass', async (t) => {
  const root = scenarioLibrary(t, { sample_size: 60, stop_early: true });
  const { env, asked } = await startConversationApi(t, {
    judge: () => ({ tool_input: { reason: 'It gives no step.', score: 2 } }),
  });
  const output = await runEva(['eval', 'bot'], { cwd: root, env });
  assert.equal(output.exitCode, 1, output.stderr);
  const [one] = lastResult(root).cases;
  // Of 60 trials 43 must pass: P(Bin(60, .6) >= 42) = .072, P(Bin(60, .6) >= 43) = .040.
  assert.equal(one?.stopped_at, 18);
  assert.ok(asked().app < 2 * 30, `${asked().app} responses`);
});

test('a judge that writes no complete rubric in two attempts ends the run before the first conversation: exit 3', async (t) => {
  const root = scenarioLibrary(t);
  const { level_10: _, ...nine } = tenLevels;
  const { env, asked } = await startConversationApi(t, { rubric: () => ({ tool_input: nine }) });
  const output = await runEva(['eval', 'bot'], { cwd: root, env });
  assert.equal(output.exitCode, 3);
  assert.match(output.stderr, /EVA_NO_RUBRIC/);
  assert.doesNotMatch(output.stderr, /eva eval.*--resume/, 'it would read the same two replies');
  assert.deepEqual(asked(), { rubric: 2, user: 0, app: 0, judge: 0 });
  await runEva(['eval', 'bot'], { cwd: root, env });
  assert.equal(asked().rubric, 4, 'a new run asks again');
});

test('if one judge fails to write a rubric, the others are still saved', async (t) => {
  const brief = { expected_behavior: 'The bot is brief.', criteria: { median_gte: { threshold: 6 } } };
  const fair = { ...brief, expected_behavior: 'The bot is fair.' };
  const root = scenarioLibrary(t, { then: [brief, fair] });
  let isWhole = false;
  const { env, asked } = await startConversationApi(t, {
    rubric: ({ messages }) =>
      ({ tool_input: isWhole || messages[0].content.includes('brief') ? tenLevels : {} }) as const,
  });
  for (const args of [
    ['eval', 'bot'],
    ['rubric', 'bot', '--write'],
  ]) {
    rmSync(join(root, rubricsFile), { force: true });
    const output = await runEva(args, { cwd: root, env });
    assert.equal(output.exitCode, 3, output.stderr);
    assert.match(output.stderr, /\b1 behaviour\b[\s\S]*"The bot is fair\."[\s\S]*EVA_NO_RUBRIC/);
    assert.equal(
      readFileSync(join(root, rubricsFile), 'utf8')
        .match(/behavior: .*/g)
        ?.join(),
      'behavior: The bot is brief.',
    );
  }
  isWhole = true;
  assert.equal((await runEva(['rubric', 'bot', '--write'], { cwd: root, env })).exitCode, 0);
  assert.deepEqual(asked(), { rubric: 7, user: 0, app: 0, judge: 0 });
});

test('eva rubric shows missing rubrics and writes them with --write, without a run', async (t) => {
  const root = scenarioLibrary(t);
  const { env, asked } = await startConversationApi(t);
  const before = await runEva(['rubric', 'bot'], { cwd: root });
  assert.equal(before.exitCode, 1);
  assert.match(before.stdout, /not written yet/);
  const keyless = await runEva(['rubric', 'bot', '--write'], { cwd: root });
  assert.equal(keyless.exitCode, 3);
  assert.match(keyless.stderr, /EVA_NO_KEY/);
  const written = await runEva(['rubric', 'bot', '--write'], { cwd: root, env });
  assert.equal(written.exitCode, 0, written.stderr);
  assert.match(written.stdout, /The bot is helpful in 10 of 10 ways/);
  assert.deepEqual(asked(), { rubric: 1, user: 0, app: 0, judge: 0 });
  assert.equal((await runEva(['rubric', 'bot'], { cwd: root })).exitCode, 0);
  assert.ok(!readdirSync(root).includes('.eva'), 'no run was begun');
});

test('a link in place of rubrics.yml is not followed', async (t) => {
  const root = scenarioLibrary(t, {}, { [rubricsFile]: { link: '/dev/null' } });
  const { env, asked } = await startConversationApi(t);
  const output = await runEva(['eval', 'bot'], { cwd: root, env });
  assert.equal(output.exitCode, 2, output.stderr);
  assert.deepEqual(asked(), { rubric: 0, user: 0, app: 0, judge: 0 });
});

test('eva plan counts the calls of a scenario by role', async (t) => {
  const output = await runEva(['plan', 'bot', '--json'], { cwd: scenarioLibrary(t) });
  assert.equal(output.exitCode, 0, output.stderr);
  const { calls } = JSON.parse(output.stdout);
  assert.deepEqual(calls, { total: 43, subject: 18, user: 18, judge: 6, trigger: 0, rubric: 1, embedding: 0 });
});

test('an edited level makes the evidence stale, and a comment in rubrics.yml does not', async (t) => {
  const root = scenarioLibrary(t);
  const { env } = await startConversationApi(t);
  const metaFile = join(root, 'prompts/bot/meta.yml');
  writeFileSync(metaFile, readFileSync(metaFile, 'utf8').replace('status: draft', 'status: tested'));
  await runEva(['eval', 'bot'], { cwd: root, env });
  const check = () => runEva(['promote', 'bot', '--check'], { cwd: root });
  assert.equal((await check()).exitCode, 0, (await check()).stdout);
  const frozen = readFileSync(join(root, rubricsFile), 'utf8');
  writeFileSync(join(root, rubricsFile), `# Looked at in March.\n${frozen}`);
  assert.equal((await check()).exitCode, 0);
  writeFileSync(join(root, rubricsFile), frozen.replace('in 3 of 10 ways', 'in three ways'));
  const stale = await check();
  assert.equal(stale.exitCode, 1);
  assert.match(stale.stdout, /judge/);
});

test('--case selects a scenario by its title', async (t) => {
  const two = JSON.parse(scenarioFile());
  const other = { ...two.scenarios[0], title: 'Bot says no', then: [two.scenarios[0].then[1]] };
  const file = JSON.stringify({ ...two, scenarios: [...two.scenarios, other] });
  const root = scenarioLibrary(t, {}, { [evalFile]: file });
  const { env, asked } = await startConversationApi(t);
  const output = await runEva(['eval', 'bot', '--case', 'Bot says no'], { cwd: root, env });
  assert.equal(output.exitCode, 0, output.stderr);
  assert.deepEqual(asked(), { rubric: 0, user: 18, app: 12, judge: 0 });
});
