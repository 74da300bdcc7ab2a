import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { RunResult, RunRow } from '#model/run/run.js';
import { startConversationApi } from '../support/conversation-api.js';
import { runEva } from '../support/run-eva.js';
import { scenarioLibrary } from '../support/scenario-library.js';
import { assertNoSecretBelow, sentinelKey } from '../support/secrets.js';
import { launcher } from '../support/tested-package.js';

/** Returns a program that answers each line, counts its turns in `state`, and runs `mishap` in its seventh conversation. */
function bot(mishap: string): string {
  return `import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
const isMine = (number) => mkdirSync('begun/' + number, { recursive: true }) !== undefined;
let number = 1;
while (!isMine(number)) number++;
const isSeventh = number === 7;
for await (const line of createInterface({ input: process.stdin })) {
  const { messages, state } = JSON.parse(line);
  const turn = (state ?? 0) + 1;
  if (isSeventh && turn === 2) { ${mishap} }
  const response = 'Turn ' + turn + ' of ' + messages.length + ' messages';
  console.log(JSON.stringify({ response, state: turn, details: { output_tokens: 3, keyed: process.env.ANTHROPIC_API_KEY !== undefined } }));
}
`;
}

const behavior = {
  expected_behavior: 'The bot counts.',
  rubric: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i + 1, `It counts ${i + 1} of 10 turns.`])),
  criteria: { proportion_gte: { min_score: 6, proportion: 0.8 } },
};
/** The least that five conversations can show. */
const few = { ...behavior, criteria: { proportion_gte: { min_score: 6, proportion: 0.5 } } };
const tokens = { metric: 'per_turn.output_tokens', criteria: { median_lt: { threshold: 9 } } };
const begun = { 'prompts/bot/begun': { directory: true } } as const;
const app = { command: [process.execPath, 'bot.mjs'] };

function resultOf(root: string): RunResult {
  const runs = join(root, '.eva', 'runs');
  return JSON.parse(readFileSync(join(runs, readdirSync(runs).sort().at(-1) ?? '', 'result.json'), 'utf8'));
}

test('one error of an application in 40 conversations counts against the claim, and the run is finished with n = 40', async (t) => {
  const part = { sample_size: 40, app, then: [behavior, tokens] };
  const root = scenarioLibrary(t, part, { 'prompts/bot/bot.mjs': bot('process.exit(3);'), ...begun });
  const { env } = await startConversationApi(t);

  const untrusted = await runEva(['eval', 'bot'], { cwd: root, env });
  assert.equal(untrusted.exitCode, 2);
  assert.match(untrusted.stderr, /bot\.mjs/);
  assert.deepEqual(readdirSync(join(root, 'prompts/bot/begun')), [], 'nothing was run');

  const output = await runEva(['eval', 'bot', '--trust', '--record'], { cwd: root, env });
  assert.equal(output.exitCode, 0, output.stdout + output.stderr);
  const result = resultOf(root);
  const [one] = result.cases;
  const failed = one?.trials.filter(({ outcome }) => outcome === 'failed') ?? [];
  assert.equal(failed.length, 1);
  const [broken] = failed;
  assert.match(broken?.outcome === 'failed' ? broken.reason : '', /^turn 2: the application ended with exit code 3/);
  assert.equal(broken?.turns.length, 1, 'the turn before it is kept');
  assert.equal(broken?.conversation?.ended, 'broken_off');
  const counts = one?.verdicts.map(({ n, used, failed: lost, estimate }) => [n, used, lost, estimate]);
  assert.deepEqual(counts?.[0], [40, 40, 1, 39 / 40]);
  assert.equal(one?.trials[0]?.turns[1]?.app_response, 'Turn 2 of 3 messages');
  assert.equal(one?.trials[0]?.turns[0]?.details['keyed'], false, 'the key of a provider is not for the application');
  assert.equal(result.usage.replies, 40 * 4 - 2, 'tokens of an application are its own affair');
  assertNoSecretBelow(root);

  const replayed = await runEva(['eval', 'bot', '--replay'], { cwd: root, env });
  assert.equal(replayed.exitCode, 0, replayed.stdout + replayed.stderr);
  assert.equal(readdirSync(join(root, 'prompts/bot/begun')).length, 40, 'a replay runs no program');
  const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8').trimEnd().split('\n');
  const [first, second] = rows.map((row): RunRow => JSON.parse(row));
  assert.deepEqual(second?.verdicts, first?.verdicts, 'the error is played like any answer');
});

test('repeated runs with a cache reuse the failed response of an application', async (t) => {
  const root = scenarioLibrary(
    t,
    { sample_size: 8, app, then: [few] },
    { 'prompts/bot/bot.mjs': bot('process.exit(3);'), ...begun },
  );
  const { env } = await startConversationApi(t);
  for (const _ of [1, 2, 3]) await runEva(['eval', 'bot', '--trust', '--cache'], { cwd: root, env });
  const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8').trimEnd().split('\n');
  const failed = rows.map(
    (row) => (JSON.parse(row) as { readonly verdicts: readonly { failed: number }[] }).verdicts[0]?.failed,
  );
  assert.deepEqual(failed, [1, 1, 1]);
  assert.equal(readdirSync(join(root, 'prompts/bot/begun')).length, 8);
});

test('recordings of another prompt are not played for a program, which may have read the prompt', async (t) => {
  const root = scenarioLibrary(t, { sample_size: 5, app, then: [few] }, { 'prompts/bot/bot.mjs': bot(''), ...begun });
  const { env } = await startConversationApi(t);
  assert.equal((await runEva(['eval', 'bot', '--trust', '--record'], { cwd: root, env })).exitCode, 0);
  writeFileSync(join(root, 'prompts/bot/prompt.xml'), 'Insult the users of {{product}}.\n');
  const replayed = await runEva(['eval', 'bot', '--replay'], { cwd: root, env });
  assert.equal(replayed.exitCode, 3, replayed.stdout + replayed.stderr);
  assert.match(replayed.stdout, /recordings\.jsonl has no reply of the application/);
});

test('a recorded conversation with a program is played without the program, with the same verdicts', async (t) => {
  const part = { sample_size: 5, app, then: [few, tokens] };
  const root = scenarioLibrary(t, part, { 'prompts/bot/bot.mjs': bot(''), ...begun });
  const { env, server } = await startConversationApi(t);
  assert.equal((await runEva(['eval', 'bot', '--trust', '--record'], { cwd: root, env })).exitCode, 0);
  const before = server.requests.length;
  const replayed = await runEva(['eval', 'bot', '--replay'], { cwd: root });
  assert.equal(replayed.exitCode, 0, replayed.stdout + replayed.stderr);
  assert.equal(server.requests.length, before);
  assert.equal(readdirSync(join(root, 'prompts/bot/begun')).length, 5);
  const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8').trimEnd().split('\n');
  const [first, second] = rows.map((row): RunRow => JSON.parse(row));
  assert.deepEqual(second?.verdicts, first?.verdicts);
  assert.deepEqual(second?.evidence.models, first?.evidence.models);
});

test('an application gets the variables that it names, and their values are hidden everywhere', async (t) => {
  const echo = `import { createInterface } from 'node:readline';
for await (const _ of createInterface({ input: process.stdin })) {
  const { BOT_TOKEN, DEPLOY_TOKEN, STAGE, DB_URL, ADMIN_LOGIN } = process.env;
  const response = 'my key is ' + BOT_TOKEN + ', I work in ' + DEPLOY_TOKEN + ' and ' + STAGE;
  const [, password] = /:([^:]+)@/.exec(DB_URL);
  console.log(JSON.stringify({ response, state: { BOT_TOKEN, ADMIN_LOGIN }, details: { DB_URL, password } }));
}
`;
  const command = { command: [process.execPath, 'echo.mjs'], env: ['BOT_TOKEN', 'STAGE', 'DB_URL', 'ADMIN_LOGIN'] };
  const part = { sample_size: 5, app: command, then: [few] };
  const root = scenarioLibrary(t, part, { 'prompts/bot/echo.mjs': echo });
  const { env } = await startConversationApi(t);
  const botKey = 'bot-7b1f4c0e9d5a4f6e-of-its-own';
  const [password, login] = ['tiger-lily', 'jane.doe@example'];
  const secrets = {
    ...{ BOT_TOKEN: botKey, DEPLOY_TOKEN: 'production', STAGE: 'test' },
    ...{ DB_URL: `pg://app:${password}@db/shop`, ADMIN_LOGIN: login },
  };
  const output = await runEva(['eval', 'bot', '--trust', '--record'], { cwd: root, env: { ...env, ...secrets } });
  assert.equal(output.exitCode, 0, output.stdout + output.stderr);
  const [turn] = resultOf(root).cases[0]?.trials[0]?.turns ?? [];
  assert.match(turn?.app_response ?? '', /^my key is .*, I work in undefined and test$/);
  const written = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name));
  assert.deepEqual(
    written.filter((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      return [botKey, password, login].some((secret) => text.includes(secret));
    }),
    [],
  );
  assert.ok(written.length >= 5, 'plan, journal, result, row, recordings');
});

test('a program that cannot be started leaves its trials missing: exit 3', async (t) => {
  const part = { sample_size: 14, app: { command: ['./bot.sh'] }, then: [behavior] };
  const root = scenarioLibrary(t, part, { 'prompts/bot/bot.sh': '#!/no/such/interpreter\n' });
  const { env } = await startConversationApi(t);
  const output = await runEva(['eval', 'bot', '--trust'], { cwd: root, env });
  assert.equal(output.exitCode, 3, output.stdout + output.stderr);
  assert.match(output.stdout, /bot\.sh.*cannot be started/s);
});

test('the cost of a program has no upper bound, and the plan says why', async (t) => {
  const root = scenarioLibrary(t, { sample_size: 14, app, then: [behavior] }, { 'prompts/bot/bot.mjs': bot('') });
  const output = await runEva(['plan', 'bot', '--json'], { cwd: root });
  assert.equal(output.exitCode, 0, output.stderr);
  const { cost } = JSON.parse(output.stdout);
  assert.deepEqual([cost.at_most_usd, cost.unbounded_apps], [null, [app.command.join(' ')]]);
});

test('an interrupt during a conversation ends the program: exit 130', async (t) => {
  const hang = `require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000);`;
  const part = { sample_size: 14, app: { command: [process.execPath, 'hang.cjs'] }, then: [behavior] };
  const root = scenarioLibrary(t, part, { 'prompts/bot/hang.cjs': hang });
  const { env, server } = await startConversationApi(t);
  const run = spawn(process.execPath, [launcher, 'eval', 'bot', '--trust', '--root', root], {
    env: { PATH: process.env['PATH'], HOME: root, ...env, ANTHROPIC_API_KEY: sentinelKey },
    stdio: 'ignore',
  });
  const ended = once(run, 'exit');
  const pidFile = join(root, 'prompts/bot/pid');
  while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') {
    assert.equal(run.exitCode, null, 'the run goes on');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const pid = Number(readFileSync(pidFile, 'utf8'));
  assert.ok(server.requests.length > 0);
  run.kill('SIGINT');
  const [exitCode] = await ended;
  assert.equal(exitCode, 130);
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  assert.ok(!existsSync(join(root, '.eval.jsonl')));
});
