import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { RunResult } from '#model/run/run.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { rowsIn } from '../support/rows-in.js';
import { type EvaOptions, runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';

const evalFile = (check: string) => `defaults: { model: claude-opus-4-7 }
cases:
  - { name: happy, inputs: { code: x }, assert: [ { contains: ${check} } ] }
`;

/** Makes a library with the prompts `one` and `two`, and `notes` without cases. */
async function library(t: TestContext) {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const prompt = (id: string) => ({
    [`prompts/${id}/meta.yml`]: goodMeta.replace('id: diff', `id: ${id}`),
    [`prompts/${id}/prompt.md`]: `${id}: {{code}}\n`,
  });
  const root = tempLibrary(t, {
    ...prompt('one'),
    ...prompt('two'),
    ...prompt('notes'),
    'prompts/one/eval.yml': evalFile('good'),
    'prompts/two/eval.yml': evalFile('good'),
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (args: readonly string[], options: Partial<EvaOptions> = {}) =>
    runEva(args, { cwd: root, env, ...options });
  return { root, server, eva };
}

const idsOfRows = (root: string) => rowsIn(root).map(({ id }) => id);

test('eva eval --yes evaluates all prompts that have cases, and names the others', async (t) => {
  const { root, eva } = await library(t);
  const { exitCode, stderr } = await eva(['eval', '--yes']);
  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /^1 prompt without cases left out: notes\n2 prompts, at most 2 calls of models, /);
  assert.deepEqual(idsOfRows(root), ['one', 'two']);
});

test('if one of several prompts has problems, the last line says that none was run', async (t) => {
  const { root, server, eva } = await library(t);
  writeFileSync(join(root, 'prompts/two/eval.yml'), 'cases: 3\n');
  for (const argv of [['--yes'], ['one', 'two'], ['one', 'nobody']]) {
    const { exitCode, stderr } = await eva(['eval', ...argv]);
    assert.equal(exitCode, 2);
    assert.match(stderr, /\nno prompt was run\n$/);
  }
  assert.doesNotMatch((await eva(['eval', 'two'])).stderr, /no prompt was run/);
  assert.equal(server.requests.length, 0);
});

for (const [answer, exitCode, rows] of [
  ['y', 0, ['one', 'two']],
  ['yes', 0, ['one', 'two']],
  ['n', 1, []],
  ['', 1, []],
] as const) {
  test(`the answer ${JSON.stringify(answer)} to the question makes ${rows.length} runs`, async (t) => {
    const { root, server, eva } = await library(t);
    const output = await eva(['eval'], { typed: answer });
    assert.equal(output.exitCode, exitCode, output.stderr);
    assert.match(output.stderr, /\[y\/N\] /);
    assert.deepEqual(idsOfRows(root), rows);
    assert.equal(server.requests.length, rows.length);
  });
}

test('where nobody can answer, nothing is evaluated without --yes', async (t) => {
  const { server, eva } = await library(t);
  const { exitCode, stderr } = await eva(['eval']);
  assert.equal(exitCode, 2);
  assert.match(stderr, /eva eval --yes/);
  assert.equal(server.requests.length, 0);
});

test('a replay of all prompts needs no answer', async (t) => {
  const { root, eva } = await library(t);
  assert.equal((await eva(['eval', '--yes', '--record'])).exitCode, 0);
  const replayed = await eva(['eval', '--replay']);
  assert.equal(replayed.exitCode, 0, replayed.stderr);
  assert.match(replayed.stderr, /2 prompts, no call of a model\n/);
  const keyless = await runEva(['eval', '--replay'], { cwd: root });
  assert.equal(keyless.exitCode, 0, keyless.stderr);
});

test('a prompt whose eval.yml has another name is an error, and not left out', async (t) => {
  const { root, server, eva } = await library(t);
  renameSync(join(root, 'prompts/two/eval.yml'), join(root, 'prompts/two/eval.yaml'));
  const { exitCode, stderr } = await eva(['eval', '--yes']);
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /rename eval\.yaml to eval\.yml\s+EVA_NO_EVAL_FILE/);
  assert.equal(server.requests.length, 0);
});

test('prompts that git selects are evaluated without a question, which a pull request cannot answer', async (t) => {
  const { root, eva } = await library(t);
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'first'],
  ])
    execFileSync('git', args, { cwd: root });
  writeFileSync(join(root, 'prompts/two/prompt.md'), 'other: {{code}}\n');
  const { exitCode, stderr } = await eva(['eval', '--changed', 'HEAD']);
  assert.equal(exitCode, 0, stderr);
  assert.doesNotMatch(stderr, /y\/N/);
  assert.deepEqual(idsOfRows(root), ['two']);
});

test('all prompts are planned before the question, and all problems are reported together', async (t) => {
  const { root, server, eva } = await library(t);
  for (const id of ['one', 'two']) writeFileSync(join(root, `prompts/${id}/eval.yml`), 'cases: 5\n');
  const { exitCode, stderr } = await eva(['eval'], { typed: 'y' });
  assert.equal(exitCode, 2);
  assert.match(stderr, /prompts\/one\/eval\.yml:1[\s\S]*prompts\/two\/eval\.yml:1/);
  assert.doesNotMatch(stderr, /y\/N/);
  assert.equal(server.requests.length, 0);
});

test('--json of all prompts is a list, also of one result', async (t) => {
  const { root, eva } = await library(t);
  writeFileSync(join(root, 'prompts/two/eval.yml'), evalFile('good'));
  const several = JSON.parse((await eva(['eval', '--yes', '--json'])).stdout) as readonly RunResult[];
  assert.deepEqual(
    several.map(({ id }) => id),
    ['one', 'two'],
  );
  rmSync(join(root, 'prompts/two/eval.yml'));
  const alone = JSON.parse((await eva(['eval', '--yes', '--json'])).stdout) as readonly RunResult[];
  assert.deepEqual(
    alone.map(({ id }) => id),
    ['one'],
  );
  const one = await library(t);
  cpSync(join(one.root, 'prompts/notes/meta.yml'), join(one.root, 'prompts/two/meta.yml'));
  const text = (await one.eva(['eval', 'prompts/o*', '--json'])).stdout;
  assert.equal((JSON.parse(text) as RunResult).id, 'one', 'of named prompts, one result is no list');
});

test('a budget of the command line is that of all runs together', async (t) => {
  const { root, server, eva } = await library(t);
  const { exitCode, stderr } = await eva(['eval', '--yes', '--max-calls', '1', '--allow-short-budget']);
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /limited to 1 call\s+by\s+--max-calls/);
  assert.deepEqual([idsOfRows(root), server.requests.length], [['one'], 1]);
});

test('prompts are named by paths and patterns in every command', async (t) => {
  const { root, eva } = await library(t);
  assert.equal((await eva(['eval', 'prompts/o*'])).exitCode, 0);
  assert.equal((await eva(['eval', './two/'], { cwd: join(root, 'prompts') })).exitCode, 0);
  assert.deepEqual(idsOfRows(root), ['one', 'two']);
  assert.equal((await eva(['plan', 'prompts/one/eval.yml'])).exitCode, 0);
  assert.equal((await eva(['trust', 'prompts/one'])).exitCode, 0);
  assert.equal((await eva(['promote', 'prompts/one', '--check'])).exitCode, 0);
  const doctor = await eva(['doctor', 'prompts/t*', '--json']);
  assert.deepEqual(
    (JSON.parse(doctor.stdout) as { prompts: { id: string }[] }).prompts.map(({ id }) => id),
    ['two'],
  );
});

test('prompts are planned in time linear in their number', async (t) => {
  const { root, eva } = await library(t);
  const secondsFor = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const dir = join(root, `prompts/p${at}`);
      cpSync(join(root, 'prompts/one'), dir, { recursive: true });
      const meta = readFileSync(join(dir, 'meta.yml'), 'utf8');
      writeFileSync(join(dir, 'meta.yml'), meta.replace('id: one', `id: p${at}`));
    }
    const begun = process.cpuUsage();
    const { exitCode } = await eva(['eval']);
    assert.equal(exitCode, 2);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  await secondsFor(20);
  const few = await secondsFor(100);
  const many = await secondsFor(400);
  assert.ok(many < few * 8, `${many} s for 400 prompts, ${few} s for 100`);
});

test('a file of a prompt names the prompt in its own folder', async (t) => {
  const { root, eva } = await library(t);
  for (const name of ['prompt.md', 'eval.yml']) {
    const { exitCode, stderr } = await eva(['plan', name], { cwd: join(root, 'prompts/one') });
    assert.equal(exitCode, 0, stderr);
  }
  assert.equal((await eva(['plan', 'prompt.md'])).exitCode, 2, 'there is no such file in the library');
  assert.equal((await eva(['plan', 'prompts'])).exitCode, 2);
});
