import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { rowsWithoutNames } from '../support/command-results.js';
import { startFakeBatchesApi } from '../support/fake-batches-api.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { Faults } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { startEva, until } from '../support/interrupted-eva.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';

const idOf = (at: number) => `p${String(at).padStart(2, '0')}`;

/** The files of a prompt with one case, whose model is `model` and whose reply must contain "good". */
function promptFiles(at: number, model = 'claude-x', part = ''): Readonly<Record<string, string>> {
  const id = idOf(at);
  return {
    [`prompts/${id}/meta.yml`]: `id: ${id}\nversion: 0.1.0\nsummary: answers\nwhen_to_use: [always]\nnot_for: [never]\ninputs: [{ name: code }]\nstatus: draft\n`,
    [`prompts/${id}/prompt.xml`]: `<prompt>Prompt ${id}: {{code}}</prompt>\n`,
    [`prompts/${id}/eval.yml`]: `defaults: { model: ${model} }\ncases:\n  - { name: one, inputs: { code: x }, assert: [ { contains: good } ]${part} }\n`,
  };
}

async function library(t: TestContext, count: number, faults: Faults, answer = (_prompt: string) => 'good') {
  const server = await startFakeMessagesApi({
    faults,
    answer: (body) => answer(/Prompt (p\d+)/.exec(JSON.stringify(body))?.[1] ?? ''),
  });
  t.after(() => server.close());
  const prompts = Array.from({ length: count }, (_, at) => promptFiles(at));
  const root = tempLibrary(t, Object.assign({ 'eva.yml': 'concurrency: 20\n' }, ...prompts));
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, server, eva: (...args: readonly string[]) => runEva(args, { cwd: root, env }) };
}

const trialsOf = (sample_size: number, models = 'defaults: { model: claude-x }\n') => `${models}cases:
  - { name: c, inputs: { code: x }, sample_size: ${sample_size}, assert: [ { contains: good } ] }
`;

const ids = (count: number) => Array.from({ length: count }, (_, at) => idOf(at));

/** Delays in an order that no run chooses. */
const shuffled: Faults = (number) => ({ delayMs: 300 + ((number * 7919) % 40) * 10 });

test('30 prompts of one call fill 20 places, and their rows and results come in the order of the command', async (t) => {
  const { root, server, eva } = await library(t, 30, shuffled, (prompt) => (prompt === 'p07' ? 'bad' : 'good'));
  const { exitCode, stdout } = await eva('eval', '--yes');
  assert.equal(exitCode, 1);
  assert.ok(server.mostAtOnce() > 10 && server.mostAtOnce() <= 20, `${server.mostAtOnce()} at once`);
  const rows = rowsIn(root);
  assert.deepEqual(
    rows.map(({ id, all_passed }) => [id, all_passed]),
    ids(30).map((id) => [id, id !== 'p07']),
  );
  assert.equal(new Set(rows.map(({ group }) => group)).size, 1);
  const table = stdout.match(/^ [✓✗] (p\d\d) /gm)?.map((line) => line.slice(3).trim());
  assert.deepEqual(table?.slice(-30), ids(30));
  assert.deepEqual(readdirSync(join(root, '.eva/groups')), []);
});

test('at most one run more than there are places is open', async (t) => {
  let most = 0;
  const countOpen = () => {
    const runs = join(root, '.eva/runs');
    const open = readdirSync(runs).filter((run) => !existsSync(join(runs, run, 'result.json')));
    most = Math.max(most, open.length);
    return { delayMs: 1 };
  };
  const { root, eva } = await library(t, 30, countOpen);
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 5\n');
  assert.equal((await eva('eval', '--yes')).exitCode, 0);
  assert.ok(most > 1 && most <= 6, `${most} runs`);
});

test('a run that has ended before its turn gets its row after those before it', async (t) => {
  const { root, server, eva } = await library(t, 3, (_number, { body }) => ({
    delayMs: JSON.stringify(body).includes('Prompt p00') ? 300 : 0,
  }));
  const made = eva('eval', '--yes');
  while (server.requests.length < 3) await new Promise(setImmediate);
  const resultsOf = () =>
    readdirSync(join(root, '.eva/runs')).filter((run) =>
      readdirSync(join(root, '.eva/runs', run)).includes('result.json'),
    );
  while (resultsOf().length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
  assert.deepEqual(rowsIn(root), []);
  assert.equal((await made).exitCode, 0);
  assert.deepEqual(
    rowsIn(root).map(({ id }) => id),
    ids(3),
  );
});

test('prompts on two providers fill the places of both', async (t) => {
  const anthropic = await startFakeMessagesApi({ faults: () => ({ delayMs: 300 }), answer: () => 'good' });
  const openai = await startFakeChatApi({ faults: () => ({ delayMs: 300 }), answer: () => 'good' });
  t.after(() => Promise.all([anthropic.close(), openai.close()]));
  const files = Array.from({ length: 24 }, (_, at) => promptFiles(at, at < 12 ? 'claude-x' : 'openai:gpt-4o'));
  const root = tempLibrary(t, Object.assign({ 'eva.yml': 'concurrency: 6\n' }, ...files));
  const env = {
    ...{ ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: anthropic.url },
    ...{ OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${openai.url}/v1` },
  };
  const { exitCode, stdout, stderr } = await runEva(['eval', '--yes'], { cwd: root, env });
  assert.equal(exitCode, 0, stdout + stderr);
  assert.deepEqual([anthropic.mostAtOnce(), openai.mostAtOnce()], [6, 6]);
});

test('a key that the provider refuses ends its runs, and others are not begun', async (t) => {
  const { root, server, eva } = await library(t, 12, () => ({ status: 401 }));
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 3\n');
  const { exitCode, stdout, stderr } = await eva('eval', '--yes');
  assert.equal(exitCode, 3);
  assert.ok(server.requests.length <= 3, `${server.requests.length} requests`);
  assert.equal(stderr.match(/EVA_KEY_REFUSED/g)?.length, 1, stderr);
  assert.match(stdout, /12 prompts: \d unfinished · \d+ not begun/);
  assert.match(stdout, /exit 3: eva eval --resume goes on\n/);
  writeFileSync(join(root, 'prompts/p00/eval.yml'), trialsOf(2, 'defaults: { models: [claude-a, claude-b] }\n'));
  assert.match((await eva('eval', 'p00', 'p01')).stdout, /The missing replies: {2}eva eval --resume\n exit 3/);
});

test('a model that the server does not know ends the runs of that model alone', async (t) => {
  const server = await startFakeMessagesApi({
    faults: (_number, { body }) => (body.model === 'claude-gone' ? { status: 404 } : null),
    answer: () => 'good',
  });
  t.after(() => server.close());
  const files = Array.from({ length: 9 }, (_, at) => promptFiles(at, at % 3 === 0 ? 'claude-gone' : 'claude-x'));
  const root = tempLibrary(t, Object.assign({ 'eva.yml': 'concurrency: 1\n' }, ...files));
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const { exitCode } = await runEva(['eval', '--yes'], { cwd: root, env });
  assert.equal(exitCode, 3);
  assert.equal(rowsIn(root).length, 6);
  assert.equal(server.requests.filter(({ body }) => body.model === 'claude-gone').length, 1);
});

test('a killed command goes on with its group: begun runs continue, the others begin, and the result is that of all', async (t) => {
  const { root, server, eva } = await library(t, 10, shuffled, (prompt) => (prompt === 'p02' ? 'bad' : 'good'));
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 2\n');
  const killed = startEva(['eval', '--yes', '--max-calls', '30'], root, server.url);
  await until(() => rowsIn(root).length >= 3, killed);
  await killed.end('SIGKILL');
  await server.quiet();
  const before = { rows: rowsIn(root).map(({ id }) => id), asked: server.requests.length };
  const [group = ''] = readdirSync(join(root, '.eva/groups'));
  assert.deepEqual(
    (JSON.parse(readFileSync(join(root, '.eva/groups', group), 'utf8')) as { runs: { id: string }[] }).runs,
    ids(10).map((id) => ({ id })),
  );
  // a run that is killed while it opens leaves a folder without a plan
  const last = readdirSync(join(root, '.eva/runs')).sort().at(-1) ?? '';
  mkdirSync(join(root, '.eva/runs', `${last.slice(0, -6)}ffffff`));
  const { exitCode, stdout, stderr } = await eva('eval', '--resume');
  assert.equal(exitCode, 1, stdout + stderr);
  assert.match(
    stderr,
    /^resuming the last command: \d of 10 prompts are done, \d (?:is|are) under way, \d were not begun$/m,
  );
  assert.deepEqual(
    rowsIn(root)
      .map(({ id }) => id)
      .sort(),
    ids(10),
  );
  assert.deepEqual(
    rowsIn(root)
      .slice(0, before.rows.length)
      .map(({ id }) => id),
    before.rows,
  );
  assert.equal(new Set(rowsIn(root).map((row) => row['group'])).size, 1);
  assert.ok(server.requests.length - before.asked <= 10 - before.rows.length + 2);
  assert.deepEqual(
    stdout
      .match(/^ . (p\d\d) /gm)
      ?.slice(-10)
      .map((line) => line.slice(3).trim()),
    ids(10),
  );
  assert.match(stdout, /10 prompts: 9 passed · 1 did not pass/);
  assert.deepEqual(readdirSync(join(root, '.eva/groups')), []);
  assert.equal((await eva('eval', '--resume')).exitCode, 2);
});

test('a killed command whose prompts were edited names all of them that had begun, and begins the others as they are', async (t) => {
  const { root, server, eva } = await library(t, 4, (number) => ({ delayMs: number < 2 ? 60_000 : 0 }));
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 2\n');
  const killed = startEva(['eval', '--yes'], root, server.url);
  await until(() => server.requests.length === 2, killed);
  await killed.end('SIGKILL');
  const rewrite = (id: string, from: string, to: string) => {
    const file = join(root, 'prompts', id, 'prompt.xml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  for (const id of ids(4)) rewrite(id, '<prompt>', '<prompt>New. ');
  const refused = await eva('eval', '--resume');
  assert.equal(refused.exitCode, 2);
  const begun = [...refused.stderr.matchAll(/eva eval (p\d\d)\s+EVA_RUN_CHANGED/g)].map(([, id = '']) => id);
  assert.deepEqual(begun.slice(0, 2), ids(2), 'one more may be open');
  assert.equal(server.requests.length, 2);
  for (const id of begun) rewrite(id, 'New. ', '');
  assert.equal((await eva('eval', '--resume')).exitCode, 0);
  const edited = server.requests.filter(({ body }) => JSON.stringify(body).includes('New. Prompt'));
  assert.equal(edited.length, 4 - begun.length);
});

test('an interrupt says how many prompts are done, and how to go on', async (t) => {
  const { root, server } = await library(t, 6, (number) => ({ delayMs: number < 2 ? 0 : 3000 }));
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 1\n');
  const eva = startEva(['eval', '--yes'], root, server.url);
  await until(() => server.requests.length === 3, eva);
  const { exitCode } = await eva.end('SIGINT');
  assert.equal(exitCode, 130);
  assert.match(
    eva.stderr(),
    /2 of 6 prompts are done, 1 is under way, 3 were not begun\s+(?:· )?continue: eva eval --resume\n/,
  );
  assert.equal(rowsIn(root).length, 2);
});

test('early-stopping cases of many prompts are asked few trials ahead', async (t) => {
  const server = await startFakeMessagesApi({ faults: () => ({ delayMs: 3 }), answer: () => 'good' });
  t.after(() => server.close());
  const statistical = ', sample_size: 60, criteria: [ { proportion_gte: { proportion: 0.6 } } ], sequential: true';
  const files = (count: number) =>
    Object.assign(
      { 'eva.yml': 'concurrency: 20\n' },
      ...Array.from({ length: count }, (_, at) => promptFiles(at, 'claude-x', statistical)),
    );
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const requests = async (count: number) => {
    const before = server.requests.length;
    const root = tempLibrary(t, files(count));
    const { exitCode, stderr } = await runEva(['eval', '--yes'], { cwd: root, env });
    assert.equal(exitCode, 0, stderr);
    return server.requests.length - before;
  };
  const alone = await requests(1);
  const together = await requests(8);
  assert.ok(together <= 0.85 * 8 * alone, `${together} calls for 8 prompts, ${alone} for one`);
});

test('prompts submit their batches side by side', async (t) => {
  const server = await startFakeBatchesApi({ answer: () => 'good', polls: 3 });
  t.after(() => server.close());
  const files = Array.from({ length: 30 }, (_, at) => promptFiles(at));
  const root = tempLibrary(t, Object.assign({ 'eva.yml': 'concurrency: 2\n' }, ...files));
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url, EVA_BATCH_POLL_MS: '400' };
  const made = runEva(['eval', '--yes', '--batch'], { cwd: root, env });
  const open = () => server.batches.filter(({ polls }) => polls > 0).length;
  let most = 0;
  let isOver = false;
  void made.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, open());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { exitCode, stderr } = await made;
  assert.equal(exitCode, 0, stderr);
  assert.equal(server.batches.length, 30);
  assert.ok(most > 10, `${most} at once`);
});

test('the rows and exit code of a command equal those of a command for each prompt', async (t) => {
  const answer = (prompt: string) => (prompt === 'p04' ? 'bad' : 'good');
  const alone = await library(t, 8, [], answer);
  const codes: (number | null)[] = [];
  for (const id of ids(8)) codes.push((await alone.eva('eval', id)).exitCode);
  for (const seed of [3, 11, 29]) {
    const together = await library(t, 8, (number) => ({ delayMs: 5 + ((number * seed * 37) % 60) }), answer);
    const { exitCode } = await together.eva('eval', '--yes');
    assert.equal(exitCode, Math.max(...codes.map(Number)));
    assert.deepEqual(rowsWithoutNames(together.root, ids(8)), rowsWithoutNames(alone.root, ids(8)));
  }
});

test('a budget that is used up leaves whole prompts that were not begun, and one command goes on with them', async (t) => {
  const { root, server, eva } = await library(t, 6, shuffled);
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 2\n');
  const ended = await eva('eval', '--yes', '--max-calls', '3', '--allow-short-budget', '--report', 'json=r.json');
  assert.equal(ended.exitCode, 3, ended.stderr);
  assert.equal(server.requests.length, 3);
  assert.equal(readdirSync(join(root, '.eva/runs')).length, 3);
  assert.match(ended.stderr, /the budget of 3 calls is used up: 3 prompts not begun/);
  assert.match(readFileSync(join(root, 'r.json'), 'utf8'), /it did not begin: the budget of 3 calls is used up/);
  const [, more = ''] = /eva (eval --resume --max-calls 6) goes on/.exec(ended.stdout) ?? [];
  assert.equal((await eva('eval', '--resume')).exitCode, 3);
  assert.equal(readdirSync(join(root, '.eva/runs')).length, 3);
  const { exitCode, stdout } = await eva(...more.split(' '));
  assert.equal(exitCode, 0, stdout);
  assert.equal(server.requests.length, 6);
});

test('prompts with variants end with the command that goes on with all of them', async (t) => {
  const { root, eva } = await library(t, 2, []);
  for (const id of ids(2)) {
    const file = join(root, 'prompts', id, 'eval.yml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('model: claude-x', 'models: [claude-x, claude-y]'));
  }
  const { exitCode, stdout } = await eva('eval', '--yes', '--max-calls', '1', '--allow-short-budget');
  assert.equal(exitCode, 3);
  assert.match(stdout, /The missing replies: +eva eval --resume --max-calls 4\n/);
});

for (const [where, config, flags] of [
  ['eva.yml', 'concurrency: 4\nbudget: { max_calls: 3 }\n', []],
  ['a flag', 'concurrency: 4\n', ['--max-calls', '7']],
] as const)
  test(`a budget of ${where} that is used up says once with which one the group is done, with variants or without`, async (t) => {
    for (const models of [undefined, 'defaults: { models: [claude-a, claude-b] }\n']) {
      const { root, server, eva } = await library(t, 3, []);
      writeFileSync(join(root, 'eva.yml'), config);
      writeFileSync(join(root, 'prompts/p00/eval.yml'), trialsOf(2, models));
      for (const id of ['p01', 'p02']) writeFileSync(join(root, 'prompts', id, 'eval.yml'), trialsOf(9));
      const { stdout, exitCode } = await eva('eval', '--yes', ...flags, '--allow-short-budget');
      assert.equal(exitCode, 3);
      const all = models ? 22 : 20;
      const hints = [...stdout.matchAll(/eva (eval .*--resume --max-calls \d+)/g)].map(([, hint = '']) => hint);
      assert.deepEqual(hints, [`eval --resume --max-calls ${all}`], stdout);
      assert.equal((await eva(...(hints[0] ?? '').split(' '))).exitCode, 0);
      assert.equal(server.requests.length, all);
    }
  });

test('a budget that is used up does not keep prompts from the replies of the cache', async (t) => {
  const { root, server, eva } = await library(t, 4, []);
  assert.equal((await eva('eval', 'p03', 'p02', '--cache')).exitCode, 0);
  const ended = await eva('eval', '--yes', '--cache', '--max-calls', '1');
  assert.equal(ended.exitCode, 3, ended.stderr);
  assert.equal(server.requests.length, 3);
  assert.deepEqual(
    rowsIn(root)
      .slice(2)
      .map(({ id }) => id),
    ['p00', 'p02', 'p03'],
  );
});

test('prompts with equal files are attempts one after another, as those of several commands are', async (t) => {
  const { root, eva } = await library(t, 3, []);
  for (const id of ['p01', 'p02'])
    for (const file of ['prompt.xml', 'eval.yml', 'meta.yml'])
      writeFileSync(
        join(root, 'prompts', id, file),
        readFileSync(join(root, 'prompts/p00', file), 'utf8').replace('id: p00', `id: ${id}`),
      );
  assert.equal((await eva('eval', '--yes')).exitCode, 0);
  assert.equal((await eva('eval', '--yes')).exitCode, 0);
  assert.deepEqual(
    rowsIn(root).map((row) => [row.id, row['try']]),
    ['p00', 'p01', 'p02', 'p00', 'p01', 'p02'].map((id, at) => [id, at + 1]),
  );
});

test('eva clean keeps the runs of a command that can go on, and ends it with --unfinished', async (t) => {
  const { root, server, eva } = await library(t, 4, []);
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 1\n');
  assert.equal((await eva('eval', '--yes', '--max-calls', '2', '--allow-short-budget')).exitCode, 3);
  assert.match((await eva('clean', '--max-size', '1B')).stdout, /2 runs stay/);
  assert.equal((await eva('clean', '--max-size', '1B', '--unfinished')).exitCode, 0);
  assert.equal((await eva('eval', '--resume', '--max-calls', '9')).exitCode, 2, 'p00 and p01 are not asked again');
  assert.equal(server.requests.length, 2);
  assert.equal(rowsIn(root).length, 2);
});

test('a resumed command names prompts whose runs ended before their files changed or went', async (t) => {
  const { root, eva } = await library(t, 4, []);
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 1\n');
  const { stdout: before } = await eva('eval', '--yes', '--max-calls', '3', '--allow-short-budget');
  assert.match(before, /3 passed/);
  rmSync(join(root, 'prompts/p00'), { recursive: true });
  writeFileSync(join(root, 'prompts/p01/prompt.xml'), '<prompt>Another {{code}}</prompt>\n');
  const { exitCode, stderr, stdout } = await eva('eval', '--resume', '--max-calls', '9');
  assert.deepEqual([exitCode, /4 passed/.test(stdout)], [0, true], stdout);
  assert.match(stderr, /the results of p00, p01 are of files that have changed or gone since/);
});
