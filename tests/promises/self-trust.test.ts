import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { assertRefused, assertRuns, type Danger, dangers, evalWith, script, type Watched, watch } from './dangers.js';

const [check] = dangers as readonly [Danger];

/** The file that would trust the library's programs, if it lay where it counts. */
async function grantOf(library: Watched): Promise<string> {
  await library.eva('trust', '--yes');
  const text = readFileSync(library.trustFile, 'utf8');
  rmSync(library.dataHome, { recursive: true });
  return text;
}

function put(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
}

test('no file of the library grants trust, wherever it lies', async (t) => {
  const library = await watch(t, check);
  const grant = await grantOf(library);
  for (const place of [
    '.eva/trust.json',
    'trust.json',
    'eva/trust.json',
    '.local/share/eva/trust.json',
    'prompts/diff/trust.json',
  ]) {
    put(join(library.root, place), grant);
  }
  put(join(library.root, '.env'), `XDG_DATA_HOME=${library.root}\n`);
  await assertRefused(library);
});

const insides: readonly (readonly [string, (library: Watched) => Record<string, string>])[] = [
  ['XDG_DATA_HOME is the library', ({ root }) => ({ XDG_DATA_HOME: root })],
  ['XDG_DATA_HOME lies in the library', ({ root }) => ({ XDG_DATA_HOME: join(root, '.local/share') })],
  ['XDG_DATA_HOME is a link into the library', ({ dataHome }) => ({ XDG_DATA_HOME: join(dataHome, 'link') })],
  ['the library is the home directory', ({ root }) => ({ XDG_DATA_HOME: '', HOME: root })],
];

for (const [what, envOf] of insides) {
  test(`trust is refused where ${what}`, async (t) => {
    const library = await watch(t, check);
    const grant = await grantOf(library);
    for (const place of ['eva/trust.json', '.local/share/eva/trust.json']) put(join(library.root, place), grant);
    mkdirSync(library.dataHome, { recursive: true });
    symlinkSync(library.root, join(library.dataHome, 'link'));
    const env = { ...library.env, ...envOf(library) };
    for (const args of [['eval', 'diff'], ['trust', '--yes'], ['trust']]) {
      const { exitCode, stderr } = await runEva(args, { cwd: library.root, env });
      assert.equal(exitCode, 2, stderr);
      assert.match(stderr, /EVA_TRUST_INSIDE/);
    }
    assert.equal(library.happened(), false);
  });
}

test('eva.yml has no word for trust', async (t) => {
  const library = await watch(t, check);
  writeFileSync(join(library.root, 'eva.yml'), 'trust: true\n');
  await assertRefused(library, 'EVA_UNKNOWN_KEY');
});

const linked: Pick<Danger, 'files'> = {
  files: (url) => ({
    ...check.files(url),
    'prompts/diff/check.sh': null,
    'prompts/diff/run': { link: '../../tools/one.sh' },
    'prompts/diff/eval.yml': evalWith('command: ["./run"]'),
    'tools/one.sh': script,
    'tools/two.sh': script,
  }),
};

test('a linked program is bound to where the link leads and to the bytes there', async (t) => {
  const library = await watch(t, linked);
  await library.eva('trust', '--yes');
  await assertRuns(library);
  library.edit('tools/one.sh', 'echo ran', 'echo  ran');
  await assertRefused(library);
  library.edit('tools/one.sh', 'echo  ran', 'echo ran');
  await assertRuns(library);
  const link = join(library.root, 'prompts/diff/run');
  rmSync(link);
  symlinkSync('../../tools/two.sh', link);
  await assertRefused(library);
});
