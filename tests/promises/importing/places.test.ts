import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type EvaOutput, runEva } from '../../support/run-eva.js';
import { smallDisk } from '../../support/small-disk.js';
import { type Files, tempLibrary } from '../../support/temp-library.js';
import { launcher } from '../../support/tested-package.js';

type Tidying = Parameters<typeof tempLibrary>[0];

const config = `description: Says a word
prompts: ['Say {{x}}']
providers: [groq:llama-3.3-70b-versatile]
tests:
  - { vars: { x: a }, assert: [{ type: contains, value: a }] }
`;

/** A folder with a configuration in \`config\`, and further files. */
function library(t: Tidying, files: Files = {}): string {
  return tempLibrary(t, { 'config/promptfooconfig.yaml': config, ...files });
}

function importInto(root: string, into: string): Promise<EvaOutput> {
  return runEva(['import', 'promptfoo', 'config', '--into', into], { cwd: root });
}

/** Runs an import that must be refused with a code, and leave everything as it was. */
async function refused(root: string, into: string, code: RegExp): Promise<EvaOutput> {
  const before = treeOf(root);
  const ended = await importInto(root, into);
  assert.ok([2, 3].includes(ended.exitCode), ended.stdout);
  assert.match(ended.stderr, code);
  assert.deepEqual(treeOf(root), before);
  return ended;
}

function treeOf(root: string): readonly string[] {
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return entries.map((name) =>
    lstatSync(join(root, name)).isFile() ? `${name} ${readFileSync(join(root, name), 'utf8')}` : name,
  );
}

test('a target that is a file or below one is refused', async (t) => {
  const root = library(t, { file: 'x' });
  for (const into of ['file', 'file/below']) await refused(root, into, /EVA_DISK|EVA_ODD_FILE|EVA_NO_LIBRARY|EVA_NOT_/);
});

test('a target that is a link to a folder is that folder', async (t) => {
  const root = library(t, { elsewhere: { directory: true }, link: { link: 'elsewhere' } });
  assert.equal((await importInto(root, 'link')).exitCode, 0);
  assert.deepEqual(readdirSync(join(root, 'elsewhere')).sort(), ['eva.yml', 'prompts']);
});

test('a link to nothing is no target', async (t) => {
  await refused(library(t, { link: { link: 'gone' } }), 'link', /EVA_DISK|EVA_ODD_FILE/);
});

test('nothing is written through a link that is in the place of prompts, of a prompt or of eva.yml', async (t) => {
  const places = ['out/prompts', 'out/prompts/says-a-word', 'out/eva.yml'];
  for (const place of places) {
    const root = library(t, { elsewhere: { directory: true }, 'elsewhere/x': 'x', 'out/prompts/other/prompt.md': 'x' });
    if (place === 'out/prompts') {
      const other = library(t, { elsewhere: { directory: true }, out: { directory: true } });
      symlinkSync('../elsewhere', join(other, place));
      await refused(other, 'out', /EVA_ODD_FILE/);
      continue;
    }
    symlinkSync(place === 'out/eva.yml' ? '../elsewhere/x' : '../../elsewhere', join(root, place));
    await refused(root, 'out', /EVA_ODD_FILE|EVA_OUTSIDE/);
  }
});

test('a target inside of the folder of the configuration is allowed, and a second import finds the same', async (t) => {
  const root = library(t);
  assert.equal((await importInto(root, 'config/evals')).exitCode, 0);
  assert.equal((await importInto(root, 'other')).exitCode, 0);
  const text = (dir: string) =>
    readFileSync(join(root, dir, 'prompts/says-a-word/eval.yml'), 'utf8')
      .split('\n')
      .slice(1);
  assert.deepEqual(
    text('other').filter((line) => !line.startsWith('#')),
    text('config/evals').filter((line) => !line.startsWith('#')),
  );
});

test('a folder that may not be written is refused, and nothing is left in it', {
  skip: process.getuid?.() === 0,
}, async (t) => {
  const root = library(t, { out: { directory: true } });
  chmodSync(join(root, 'out'), 0o555);
  await refused(root, 'out', /EVA_DISK/);
});

test('a full disk is reported, and no half of a prompt is left', async (t) => {
  const disk = smallDisk(t, '64k');
  if (!disk) return t.skip('this user may not mount a file system');
  const root = library(t, { 'config/big.txt': 'x'.repeat(200_000) });
  writeFileSync(join(root, 'config/promptfooconfig.yaml'), config.replace('x: a }', 'x: file://big.txt }'));
  const { exitCode, stderr } = await importInto(root, join(disk.path, 'out'));
  assert.equal(exitCode, 3);
  assert.match(stderr, /EVA_DISK/);
  const prompts = join(disk.path, 'out/prompts');
  assert.deepEqual(existsSync(prompts) ? readdirSync(prompts) : [], []);
});

test('an eva.yml that lacks a provider, has another one of its name or is broken is never changed', async (t) => {
  const other = 'providers:\n  groq: { type: openai, base_url: "https://other.example/v1" }\n';
  for (const [text, code] of [
    ['concurrency: 3\n', /EVA_EXISTS/],
    [other, /EVA_EXISTS/],
    ['providers: [\n', /EVA_/],
    ['a: &x [*x]\n', /EVA_/],
    ['', /EVA_YAML_EMPTY/],
  ] as const) {
    const { stderr } = await refused(library(t, { 'out/eva.yml': text }), 'out', code);
    assert.doesNotMatch(stderr, /EVA_INTERNAL/);
  }
});

test('an eva.yml that has the provider is kept, and a prompt that exists is refused', async (t) => {
  const root = library(t);
  assert.equal((await importInto(root, 'first')).exitCode, 0);
  const settings = readFileSync(join(root, 'first/eva.yml'), 'utf8');
  mkdirSync(join(root, 'second'));
  writeFileSync(join(root, 'second/eva.yml'), `${settings}concurrency: 3\n`);
  assert.equal((await importInto(root, 'second')).exitCode, 0);
  assert.equal(readFileSync(join(root, 'second/eva.yml'), 'utf8'), `${settings}concurrency: 3\n`);
  await refused(root, 'first', /EVA_EXISTS/);
});

/** Starts an import as a process of its own. */
function start(root: string, into: string) {
  return spawn(process.execPath, [launcher, 'import', 'promptfoo', 'config', '--into', into], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: root },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('of imports at the same time into one library, one writes each prompt and the others are refused', async (t) => {
  const root = library(t);
  const codes = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = start(root, 'out');
      child.stdout.resume();
      let errors = '';
      child.stderr.on('data', (bytes) => {
        errors += bytes;
      });
      const [code] = await once(child, 'close');
      if (code !== 0) assert.match(errors, /EVA_EXISTS/);
      return code;
    }),
  );
  assert.deepEqual(codes.sort(), [0, 2, 2, 2]);
  assert.deepEqual(readdirSync(join(root, 'out/prompts')), ['says-a-word']);
  assert.equal((await runEva(['doctor'], { cwd: join(root, 'out') })).exitCode, 0);
});

test('a killed import leaves whole prompts alone, and another folder can be used at once', async (t) => {
  const prompts = Array.from({ length: 60 }, (_, number) => `  - 'Word ${number}: {{x}}'`).join('\n');
  const root = library(t);
  writeFileSync(
    join(root, 'config/promptfooconfig.yaml'),
    config.replace("prompts: ['Say {{x}}']", `prompts:\n${prompts}`),
  );
  for (let kill = 0; kill < 3; kill++) {
    const into = join(root, `out-${kill}`);
    const child = start(root, into);
    child.stdout.resume();
    child.stderr.resume();
    const ended = once(child, 'close');
    const folder = join(into, 'prompts');
    const timer = setInterval(() => {
      if (existsSync(folder) && readdirSync(folder).length > kill * 20) child.kill('SIGKILL');
    }, 1);
    await ended;
    clearInterval(timer);
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
    for (const name of names) {
      assert.ok(
        ['prompt.txt', 'eval.yml'].every((file) => existsSync(join(folder, name, file))),
        `${kill}: ${name}`,
      );
    }
  }
  assert.equal((await importInto(root, 'again')).exitCode, 0);
});
