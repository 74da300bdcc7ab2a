import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runEva } from '../support/run-eva.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';

const key = { ANTHROPIC_API_KEY: 'sk-of-nobody' };

function library(t: TestContext, files: Files = {}): string {
  return tempLibrary(t, { ...goodPrompt(), ...files });
}

test('a library without problems: exit 0, a line per prompt', async (t) => {
  const { exitCode, stdout, stderr } = await runEva(['doctor'], { cwd: library(t), env: key });
  assert.deepEqual([exitCode, stderr], [0, '']);
  assert.match(stdout, /^\n {2}✓ diff\n {4}next: .*eva eval diff\n\n {2}1 prompt\b.*\n$/);
});

test('warnings do not change the exit code', async (t) => {
  const { exitCode, stdout } = await runEva(['doctor'], { cwd: library(t) });
  assert.equal(exitCode, 0);
  assert.match(stdout, /warning: ANTHROPIC_API_KEY is not set/);
});

test('problems are the result: exit 1 whatever their codes, on standard output', async (t) => {
  const cwd = library(t, { 'prompts/diff/prompt.xml': '' });
  const { exitCode, stdout, stderr } = await runEva(['doctor'], { cwd, env: key });
  assert.deepEqual([exitCode, stderr], [1, '']);
  assert.match(stdout, /prompts\/diff\/prompt\.xml {2}[\s\S]*EVA_BLANK_BODY/);
  assert.match(stdout, /1 of 1 prompt\b/);
});

test('--strict makes the missing evidence of a ready prompt an error', async (t) => {
  const cwd = library(t, { 'prompts/diff/meta.yml': goodMeta.replace('status: draft', 'status: ready') });
  assert.equal((await runEva(['doctor'], { cwd, env: key })).exitCode, 0);
  assert.equal((await runEva(['doctor', '--strict'], { cwd, env: key })).exitCode, 1);
});

test('--json prints the report and nothing else', async (t) => {
  const cwd = library(t, { 'prompts/diff/aliases': 'fix it\n' });
  const { exitCode, stdout, stderr } = await runEva(['doctor', 'diff', 'diff', '--json'], { cwd, env: key });
  assert.deepEqual([exitCode, stderr], [1, '']);
  assert.deepEqual(JSON.parse(stdout), {
    prompts: [
      {
        id: 'diff',
        problems: [
          {
            severity: 'error',
            code: 'EVA_BAD_ALIAS',
            message: 'the alias "fix it" is not a valid command name',
            hint: 'write one alias per line: a letter or _, then letters, digits, _ or -',
            at: { file: 'prompts/diff/aliases', line: 1, column: 1, source: 'fix it', length: 6 },
          },
        ],
      },
    ],
    library: [],
    errors: 1,
    warnings: 0,
  });
});

test('pipes and directories in place of files are problems and never block', async (t) => {
  const cwd = library(t, { 'prompts/diff/recordings.jsonl': { directory: true }, '.eval.jsonl': { directory: true } });
  execFileSync('mkfifo', [join(cwd, 'prompts/diff/aliases'), join(cwd, 'eva.yml')]);
  const { exitCode, stdout } = await runEva(['doctor', '--json'], { cwd, env: key });
  const report = JSON.parse(stdout) as { prompts: { problems: { code: string }[] }[]; library: { code: string }[] };
  assert.equal(exitCode, 1);
  assert.deepEqual(
    report.prompts.flatMap(({ problems }) => problems.map(({ code }) => code)),
    ['EVA_ODD_FILE'],
  );
  assert.deepEqual(
    report.library.map(({ code }) => code),
    ['EVA_NOT_A_FILE', 'EVA_ODD_FILE', 'EVA_ODD_FILE'],
  );
});

const checked = goodEval.replace('contains: "<diff>"', 'command: [cat]');

test('a trust directory inside the library is a problem if there is something to trust', async (t) => {
  const cwd = library(t, { 'prompts/diff/eval.yml': checked });
  const { exitCode, stdout } = await runEva(['doctor'], { cwd, env: { ...key, XDG_DATA_HOME: join(cwd, 'data') } });
  assert.equal(exitCode, 1);
  assert.match(stdout, /EVA_TRUST_INSIDE/);
});

test('a home directory without programs may be a library', async (t) => {
  const cwd = library(t);
  const env = { ...key, XDG_DATA_HOME: '', HOME: cwd };
  for (const command of ['doctor', 'trust']) {
    const { exitCode, stdout, stderr } = await runEva([command], { cwd, env });
    assert.equal(exitCode, 0, stdout + stderr);
  }
});

test('control characters in names and texts of files are escaped', async (t) => {
  const cwd = library(t, {
    'prompts/diff/aliases': '\x1b[31mred\u202e\n',
    'prompts/\x1b[2Jodd/meta.yml': 'id: odd\n',
  });
  const { exitCode, stdout } = await runEva(['doctor'], { cwd, env: key });
  assert.equal(exitCode, 1);
  assert.doesNotMatch(stdout, /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
});

test('doctor writes no file, even for broken libraries', async (t) => {
  const cwd = library(t, { 'prompts/diff/eval.yml': 'cases: [\n', '.eval.jsonl': '{"torn' });
  const before = treeHash(cwd);
  await runEva(['doctor'], { cwd });
  await runEva(['doctor', '--json', '--strict'], { cwd });
  assert.equal(treeHash(cwd), before);
});

test('doctor prints a problem of shared cases once, and counts it for each prompt that has them', async (t) => {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': goodEval.replace('contains', 'contans'),
    'prompts/short/meta.yml': goodMeta.replace('id: diff', 'id: short').replace('Surgical', 'Short'),
    'prompts/short/prompt.xml': 'Short: {{code}}\n',
    'prompts/short/eval.yml': 'cases_of: diff\n',
  });
  const { stdout } = await runEva(['doctor'], { cwd: root });
  assert.equal(stdout.split('prompts/diff/eval.yml:7').length, 2, stdout);
  assert.match(stdout, /^ {2}✗ diff +1 problem\n {2}✗ short +1 problem\n/m);
  const { stdout: json } = await runEva(['doctor', '--json'], { cwd: root });
  const { errors } = JSON.parse(json) as { readonly errors: number };
  assert.equal(errors, 1);
});

test('--fix prints each change; without it doctor counts what can be fixed', async (t) => {
  const cwd = library(t, { 'prompts/diff/eval.yml': goodEval.replace('assert', 'asert') });
  const before = treeHash(cwd);
  const found = await runEva(['doctor'], { cwd, env: key });
  assert.equal(found.exitCode, 1);
  assert.match(found.stdout, / 1 of these can be fixed: eva doctor --fix\n$/);
  assert.equal(treeHash(cwd), before);
  const { exitCode, stdout } = await runEva(['doctor', '--fix'], { cwd, env: key });
  assert.equal(exitCode, 0);
  assert.match(stdout, /^\n {2}prompts\/diff\/eval\.yml:6 {2}asert → assert\n\n {2}✓ diff\n/);
  const again = JSON.parse((await runEva(['doctor', '--fix', '--json'], { cwd, env: key })).stdout);
  assert.deepEqual([again.fixed, again.errors], [[], 0]);
});

test('--fix keeps the exit code of what is left', async (t) => {
  const cwd = library(t, { 'prompts/diff/eval.yml': `${goodEval.replace('assert', 'asert')}  - name: happy\n` });
  const { exitCode, stdout } = await runEva(['doctor', '--fix', '--json'], { cwd, env: key });
  const { fixed, errors } = JSON.parse(stdout);
  assert.deepEqual([exitCode, fixed.length, errors > 0], [1, 1, true]);
});
