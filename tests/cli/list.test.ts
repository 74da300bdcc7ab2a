import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { ListedPrompt } from '#gate/list-prompts.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodMeta, tempLibrary } from '../support/temp-library.js';

const prompt = (id: string): Files => ({
  [`prompts/${id}/meta.yml`]: goodMeta.replace('id: diff', `id: ${id}`),
  [`prompts/${id}/prompt.md`]: `${id}: {{code}}\n`,
  [`prompts/${id}/eval.yml`]: evalFile('claude-opus-4-7', 'good'),
});

const evalFile = (model: string, expected: string) => `defaults: { model: ${model} }
cases:
  - { name: happy, inputs: { code: x }, assert: [ { contains: ${expected} } ] }
`;

const price = 'prices:\n  claude-opus-4-7: { input: 5, output: 25 }\n';

/** Makes a library with the prompts `a`, `b` and `c`, of which `a` and `b` were evaluated. */
async function library(t: TestContext) {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...prompt('a'), ...prompt('b'), ...prompt('c'), 'eva.yml': price });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...args: string[]) => runEva(args, { cwd: root, env, columns: 80 });
  assert.equal((await eva('eval', 'a', 'b')).exitCode, 0);
  const list = async (...args: string[]) => {
    const { stdout, exitCode, stderr } = await eva('list', ...args, '--json');
    return { listed: JSON.parse(stdout) as readonly ListedPrompt[], exitCode, stderr };
  };
  return { root, eva, list, write: (path: string, text: string) => writeFileSync(join(root, path), text) };
}

test('a list has status, evidence, last result and its cost', async (t) => {
  const { list } = await library(t);
  const { listed, exitCode } = await list();
  assert.equal(exitCode, 0);
  assert.deepEqual(
    listed.map(({ id, status, evidence, last }) => [id, status, evidence, last?.all_passed]),
    [
      ['a', 'draft', 'fresh', true],
      ['b', 'draft', 'fresh', true],
      ['c', 'draft', 'none', undefined],
    ],
  );
  assert.ok((listed[0]?.last?.cost_usd ?? 0) > 0);
});

for (const [edit, path, text, differs] of [
  ['the body', 'prompts/a/prompt.md', 'new: {{code}}\n', ['prompt']],
  ['the cases', 'prompts/a/eval.yml', evalFile('claude-opus-4-7', 'go'), ['cases']],
  ['the model', 'prompts/a/eval.yml', evalFile('claude-opus-4-1', 'good'), ['models']],
  ['a comment', 'prompts/a/eval.yml', `# ours\n${evalFile('claude-opus-4-7', 'good')}`, []],
] as const) {
  test(`evidence is stale after an edit of ${edit}: ${differs.join() || 'no'}`, async (t) => {
    const { list, write } = await library(t);
    write(path, text);
    const { listed } = await list('a');
    assert.deepEqual(
      listed.map((one) => [one.evidence, one.differs]),
      [[differs.length > 0 ? 'stale' : 'fresh', differs]],
    );
  });
}

test('a result of other files has no mark', async (t) => {
  const { eva, write } = await library(t);
  write('prompts/a/prompt.md', 'new: {{code}}\n');
  const { stdout } = await eva('list');
  assert.deepEqual(/^.*\ba +draft.*$/m.exec(stdout)?.[0].includes('✓'), false);
  assert.deepEqual(/^.*\bb +draft.*$/m.exec(stdout)?.[0].includes('✓'), true);
});

test('a prompt that cannot be read is listed with the reason, and does not stop the others', async (t) => {
  const { eva, list, write } = await library(t);
  write('prompts/b/eval.yml', 'cases: 5\n');
  const { listed, exitCode } = await list();
  assert.equal(exitCode, 1);
  assert.deepEqual(
    listed.map(({ id, evidence, problems }) => [id, evidence, problems.map(({ code }) => code)]),
    [
      ['a', 'fresh', []],
      ['b', null, ['EVA_WRONG_TYPE']],
      ['c', 'none', []],
    ],
  );
  const { stdout, stderr } = await eva('list');
  assert.match(stdout, /1 prompt cannot be read/);
  assert.match(stderr, /prompts\/b\/eval\.yml:1:8/);
});

test('a missing variant makes evidence stale, and a broken line of the log is counted', async (t) => {
  const { root, eva, list, write } = await library(t);
  const models = 'defaults: { models: [ claude-opus-4-7, claude-opus-4-1 ] }\ncases:';
  write('prompts/a/eval.yml', evalFile('x', 'good').replace(/^.*\ncases:/, models));
  assert.deepEqual((await list('a')).listed[0]?.evidence, 'stale');
  assert.equal((await eva('eval', 'a')).exitCode, 0);
  assert.deepEqual((await list('a')).listed[0]?.evidence, 'fresh');
  appendFileSync(join(root, '.eval.jsonl'), '{"half\n');
  assert.match((await list()).stderr, /1 unreadable line of \.eval\.jsonl/);
});

test('a prompt without cases is listed without problems', async (t) => {
  const { root, list } = await library(t);
  rmSync(join(root, 'prompts/c/eval.yml'));
  const { listed, exitCode } = await list('c');
  assert.deepEqual(
    [exitCode, listed.map(({ status, evidence, problems }) => [status, evidence, problems])],
    [0, [['draft', 'none', []]]],
  );
});

test('replies that no model gave are marked', async (t) => {
  const root = tempLibrary(t, {});
  for (const args of [
    ['init', '--yes'],
    ['eval', 'hello', '--replay'],
  ])
    assert.equal((await runEva(args, { cwd: root })).exitCode, 0);
  const [listed] = JSON.parse((await runEva(['list', '--json'], { cwd: root })).stdout) as readonly ListedPrompt[];
  assert.deepEqual([listed?.evidence, listed?.last?.all_passed, listed?.synthetic], ['fresh', true, true]);
});

test('hostile names and rows do not reach the terminal as they are', async (t) => {
  const { root, eva, list } = await library(t);
  const row = { ts: '\u001b[2J', id: 'c', all_passed: false, total: 3, passed: 1, failed_cases: [], cost_usd: -1 };
  appendFileSync(join(root, '.eval.jsonl'), `${JSON.stringify(row)}\n`);
  const stdout = (await eva('list')).stdout.replaceAll(/\u001b\[\d+m/g, '');
  assert.match(stdout, /c +draft +stale: cases +1\/3 passed +unknown +–/);
  assert.doesNotMatch(stdout, /\u001b/);
  assert.equal((await list('c')).listed[0]?.last?.cost_usd, null, 'no cost is negative');
});

test('lines fit into 80 columns', async (t) => {
  const { eva, root } = await library(t);
  const long = 'l'.repeat(90);
  for (const [path, text] of Object.entries(prompt(long))) {
    mkdirSync(join(root, `prompts/${long}`), { recursive: true });
    writeFileSync(join(root, path), String(text));
  }
  const { stdout } = await eva('list');
  const widths = stdout.split('\n').map((line) => line.replaceAll(/\u001b\[\d+m/g, '').length);
  assert.ok(Math.max(...widths) <= 80, stdout);
});
