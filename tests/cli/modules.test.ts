import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { lastRow } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { type Files, goodMeta, tempLibrary } from '../support/temp-library.js';

function library(t: TestContext, code: string, files: Files = {}) {
  const root = tempLibrary(t, {
    'eva.yml': 'providers: { mine: { type: command, command: [cat] } }\n',
    'prompts/diff/meta.yml': goodMeta,
    'prompts/diff/prompt.xml': 'Say {{code}}\n',
    'prompts/diff/eval.yml': `defaults: { model: "command:mine" }
cases:
  - { name: a, inputs: { code: x }, assert: [ { module: checks.mjs#polite } ] }
  - { name: b, inputs: { code: y }, assert: [ { module: { use: checks.mjs#polite, args: { letter: y } } } ] }
`,
    'prompts/diff/checks.mjs': code,
    ...files,
  });
  const dataHome = tempLibrary(t, {});
  return { root, eva: (...args: string[]) => runEva(args, { cwd: root, env: { XDG_DATA_HOME: dataHome } }) };
}

const polite = `import { ends } from './words.mjs';
console.log('noise');
export const polite = (response, { args }) => { console.log('more noise'); return ends(response, args?.letter ?? 'x'); };
`;
const words = { 'prompts/diff/words.mjs': 'export const ends = (text, word) => text.trim().endsWith(word);\n' };

test('a module runs once it is trusted, and a change of what it imports takes trust and evidence away', async (t) => {
  const { root, eva } = library(t, polite, words);
  const refused = await eva('eval', 'diff');
  assert.equal(refused.exitCode, 2);
  assert.match(refused.stderr, /loads the module checks\.mjs[\s\S]*EVA_NOT_TRUSTED/);
  const shown = JSON.parse((await eva('trust', '--yes', '--json')).stdout) as {
    kind: string;
    files: { path: string }[];
  }[];
  const files = shown.find(({ kind }) => kind === 'module')?.files.map(({ path }) => path.split('/').at(-1));
  assert.deepEqual(files, ['checks.mjs', 'words.mjs']);
  const ran = await eva('eval', 'diff');
  assert.equal(ran.exitCode, 0, ran.stdout + ran.stderr);
  assert.doesNotMatch(ran.stdout + ran.stderr, /noise/);
  const before = lastRow(root).evidence.cases;
  writeFileSync(join(root, 'prompts/diff/words.mjs'), `${words['prompts/diff/words.mjs']}// changed\n`);
  assert.match((await eva('eval', 'diff')).stderr, /EVA_NOT_TRUSTED/);
  assert.equal((await eva('eval', 'diff', '--trust')).exitCode, 0);
  assert.notEqual(lastRow(root).evidence.cases, before);
});

test('a function that gives two answers stops the run: no row, exit code 2, and the run can be resumed', async (t) => {
  const { root, eva } = library(
    t,
    "import { existsSync } from 'node:fs';\nlet n = 0;\nexport const polite = () => existsSync('calm') || n++ % 2 === 0;\n",
  );
  const stopped = await eva('eval', 'diff', '--trust');
  assert.equal(stopped.exitCode, 2, stopped.stdout + stopped.stderr);
  assert.match(stopped.stderr, /EVA_IMPURE_CHECK/);
  assert.doesNotMatch(stopped.stderr, /--resume/, 'a run is not resumed after its module was changed');
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
  const again = await eva('eval', '--resume', '--trust');
  assert.equal(again.exitCode, 2, 'the function still gives two answers');
  assert.match(again.stderr, /EVA_IMPURE_CHECK/);
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
  writeFileSync(join(root, 'prompts/diff/calm'), '');
  const resumed = await eva('eval', '--resume', '--trust');
  assert.equal(resumed.exitCode, 0, resumed.stdout + resumed.stderr);
  assert.equal(lastRow(root).passed, 2);
});

test('a module that hangs fails its own check alone', async (t) => {
  const code =
    "export const polite = (text, { args }) => { if (!args) for (;;); return { pass: true, reason: 'kind' }; };";
  const { eva } = library(t, code);
  const { exitCode, stdout } = await eva('eval', 'diff', '--trust');
  assert.equal(exitCode, 1);
  assert.match(stdout, /the function was stopped after 2 s/);
  assert.match(stdout, /✓ 1 passed/);
});

test('doctor, plan and trust name imports that trust cannot cover', async (t) => {
  const { eva } = library(t, "import 'left-pad';\nexport const polite = () => true;\n");
  for (const [command, exitCode] of [
    ['doctor', 1],
    ['plan', 2],
    ['eval', 2],
  ] as const) {
    const said = await eva(command, 'diff');
    assert.equal(said.exitCode, exitCode, command);
    assert.match(said.stdout + said.stderr, /prompts\/diff\/checks\.mjs:1:9[\s\S]*EVA_UNTRUSTABLE/, command);
  }
  for (const options of [['--yes'], ['--yes', '--json'], ['--json'], []]) {
    const said = await eva('trust', 'diff', ...options);
    assert.equal(said.exitCode, 2, options.join(' '));
    assert.match(said.stderr, /prompts\/diff\/checks\.mjs:1:9[\s\S]*EVA_UNTRUSTABLE/);
    assert.doesNotMatch(said.stderr, /warning|recorded in/);
  }
  const shown = JSON.parse((await eva('trust', '--json')).stdout) as { kind: string; trusted: boolean }[];
  assert.equal(shown.find(({ kind }) => kind === 'module')?.trusted, false);
});

test('trust names the imports by which a module reads what is no evidence', async (t) => {
  const { eva } = library(t, "import { readFileSync } from 'node:fs';\nexport const polite = () => !!readFileSync;\n");
  const said = await eva('trust', 'diff', '--yes');
  assert.match(said.stdout, /imports +node:fs: /);
  const shown = JSON.parse((await eva('trust', '--json')).stdout) as { kind: string; readers?: readonly string[] }[];
  assert.deepEqual(
    shown.map(({ kind, readers }) => [kind, readers ?? []]),
    [
      ['module', ['node:fs']],
      ['provider', []],
    ],
  );
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
});

const extracting = (use: string) => `defaults: { model: "command:mine" }
cases:
  - { name: a, inputs: { code: x }, extract: { module: ${use} }, assert: [ { equals: x } ] }
`;

test('extract finds a module below the root, and a wrong one is reported when the file is read', async (t) => {
  const files = { 'shared/last.mjs': 'export const last = (text) => text.trim().at(-1);\n' };
  const found = library(t, polite, { ...files, 'prompts/diff/eval.yml': extracting('shared/last.mjs#last') });
  const ran = await found.eva('eval', 'diff', '--trust');
  assert.equal(ran.exitCode, 0, ran.stdout + ran.stderr);
  for (const [use, code] of [
    ['shared/last.mjs', 'EVA_'],
    ['shared/none.mjs#last', 'EVA_'],
    ['shared/last.mjs#first', 'EVA_BAD_CHECK'],
  ] as const) {
    const { eva } = library(t, polite, { ...files, 'prompts/diff/eval.yml': extracting(use) });
    const { exitCode, stderr } = await eva('plan', 'diff');
    assert.equal(exitCode, 2, use);
    assert.match(stderr, new RegExp(`prompts/diff/eval\\.yml:3:\\d+[\\s\\S]*${code}`), use);
  }
});
