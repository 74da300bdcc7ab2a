import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { treeHash } from '../../support/tree-hash.js';

const env = { OPENAI_API_KEY: 'key-of-a-test-2' };
const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');
const files = { md: 'prompt.md', txt: 'prompt.txt', xml: 'prompt.xml', messages: 'messages.yml' };

for (const [kind, file] of Object.entries(files)) {
  test(`a new prompt with a body of the kind ${kind} has no problem, and its run can be planned`, async (t) => {
    const root = tempLibrary(t, { prompts: { directory: true } });
    const made = await runEva(['new', 'summary', '--body', kind], { cwd: root, env });
    assert.equal(made.exitCode, 0, made.stderr);
    assert.ok(existsSync(join(root, 'prompts/summary', file)));
    const checked = await runEva(['doctor', 'summary', '--strict', '--json'], { cwd: root, env });
    assert.deepEqual(JSON.parse(checked.stdout).prompts[0].problems, []);
    assert.equal((await runEva(['plan', 'summary'], { cwd: root, env })).exitCode, 0);
  });
}

test('eval.yml names only the models that eva.yml does not set', async (t) => {
  const none = tempLibrary(t, { prompts: { directory: true } });
  await runEva(['new', 'summary'], { cwd: none, env });
  assert.match(
    read(none, 'prompts/summary/eval.yml'),
    /model: openai:gpt-6.2-sol\n {2}judge: \{ model: "openai:gpt-6-luna" \}/,
  );
  const both = tempLibrary(t, {
    prompts: { directory: true },
    'eva.yml': 'defaults: { model: claude-a, judge: { model: claude-b } }\n',
  });
  await runEva(['new', 'summary'], { cwd: both, env });
  assert.doesNotMatch(read(both, 'prompts/summary/eval.yml'), /defaults:/);
});

test('a copy is a draft with an id of its own, without recordings, rows and aliases', async (t) => {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/meta.yml': goodPrompt()['prompts/diff/meta.yml']?.toString().replace('draft', 'ready # now') ?? null,
    'prompts/diff/recordings.jsonl': '',
    'prompts/diff/aliases': 'd\n',
    'prompts/diff/.usage.jsonl': '',
    'prompts/diff/examples/one/inputs.yml': 'code: x\n',
  });
  const { exitCode, stderr } = await runEva(['new', './prompts/diff-2/', '--from', 'prompts/diff'], { cwd: root, env });
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(readdirSync(join(root, 'prompts/diff-2')).sort(), [
    'eval.yml',
    'examples',
    'meta.yml',
    'prompt.xml',
  ]);
  assert.match(
    read(root, 'prompts/diff-2/meta.yml'),
    /^id: diff-2\ntitle: Surgical diff\n(.*\n)*status: draft # now\n/,
  );
  assert.equal(read(root, 'prompts/diff-2/examples/one/inputs.yml'), 'code: x\n');
});

test('a prompt that exists is not touched, and the suggested id works', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const before = treeHash(root);
  const { exitCode, stderr } = await runEva(['new', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 2);
  assert.equal(treeHash(root), before);
  const [, command = ''] = /eva (new \S+)/.exec(stderr) ?? [];
  assert.equal((await runEva(command.split(' '), { cwd: root, env })).exitCode, 0);
});

test('a link in a copied prompt is refused, and nothing is left', async (t) => {
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/passwd': { link: '/etc/passwd' } });
  const { exitCode, stderr } = await runEva(['new', 'copy', '--from', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_ODD_FILE/);
  assert.deepEqual(readdirSync(join(root, 'prompts')), ['diff']);
});

const mine = {
  'prompts/mine/prompt.md': 'x\n',
  'prompts/mine/eval.yml': 'defaults: { model: "openai:own" }\ncases: []\n',
};

test('without an eva.yml, a new prompt has the model of the other prompts, and its judge', async (t) => {
  const root = tempLibrary(t, mine);
  const made = await runEva(['new', 'summary', '--json'], { cwd: root, env: { ANTHROPIC_API_KEY: 'key-of-a-test-1' } });
  const { reason, model } = JSON.parse(made.stdout).models;
  assert.deepEqual([reason, model], ['prompts', 'openai:own']);
  assert.match(
    read(root, 'prompts/summary/eval.yml'),
    /^defaults:\n {2}model: openai:own\n {2}judge: .*openai:gpt-6-luna/m,
  );
});

test('flags choose the models of a new prompt, also beside an eva.yml with others', async (t) => {
  const root = tempLibrary(t, {
    prompts: { directory: true },
    'eva.yml':
      'defaults: { model: claude-a, judge: { model: claude-b } }\nproviders: { mine: { type: openai, base_url: "https://host/v1" } }\n',
  });
  await runEva(['new', 'one', '--model', 'gpt-6-luna'], { cwd: root });
  assert.match(read(root, 'prompts/one/eval.yml'), /^defaults:\n {2}model: openai:gpt-6-luna\n(?! {2}judge)/m);
  await runEva(['new', 'two', '--judge', 'mine:own'], { cwd: root });
  assert.match(read(root, 'prompts/two/eval.yml'), /^defaults:\n {2}judge: .*mine:own/m);
  const refused = await runEva(['new', 'three', '--model', 'gemini-3'], { cwd: root });
  assert.match(refused.stderr, /EVA_BAD_MODEL/);
  assert.deepEqual(readdirSync(join(root, 'prompts')).sort(), ['one', 'two']);
});

test('the command that a hint suggests keeps the flags', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const { stderr } = await runEva(['new', 'diff', '--from', 'diff'], { cwd: root });
  const [, command = ''] = /eva (new diff-2 .*?) {2}/.exec(stderr) ?? [];
  assert.equal((await runEva(command.split(' '), { cwd: root })).exitCode, 0);
  assert.ok(existsSync(join(root, 'prompts/diff-2/prompt.xml')));
});
