import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readJournal } from '#store/run/journal.js';
import type { EvaOutput } from '../support/run-eva.js';
import { smallDisk } from '../support/small-disk.js';
import { goodEval } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';
import { spawnEva } from './spawn-eva.js';

const evalFile = goodEval.replace('    assert:', '    sample_size: 6\n    assert:');

/** The good library with six trials, whose model's answers are as long as is said. */
function openSix(t: TestContext, answer: () => string) {
  return openLibrary(t, { files: { 'prompts/diff/eval.yml': evalFile, 'eva.yml': 'concurrency: 1\n' }, answer });
}

function assertRefused({ exitCode, stdout, stderr }: EvaOutput, message: RegExp): void {
  assert.equal(exitCode, 3, stdout + stderr);
  assert.match(stderr, message);
  assert.match(stderr, /EVA_DISK/);
  assert.doesNotMatch(stdout + stderr, /^\s+at |EVA_INTERNAL/m);
}

function rowsIn(root: string): readonly string[] {
  const path = join(root, '.eval.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

test('a disk that fills up ends the run in words, and with more space it goes on where it was', async (t) => {
  const disk = smallDisk(t, '128k');
  if (!disk) return t.skip('needs the right to mount');
  const { root: original, env, server } = await openSix(t, () => `<diff>${'x'.repeat(20_000)}`);
  cpSync(original, disk.path, { recursive: true });
  const eva = (...args: readonly string[]) => spawnEva(args, { cwd: disk.path, env });
  assertRefused(await eva('eval', 'diff'), /(journal|trials)\.jsonl: the disk is full/);
  assert.deepEqual(rowsIn(disk.path), []);
  const [run = ''] = readdirSync(join(disk.path, '.eva/runs'));
  const { replies, problems } = readJournal(join(disk.path, '.eva/runs', run));
  const kept = [...replies].length;
  assert.ok(kept > 0 && kept < 6, `${kept} replies were kept`);
  assert.ok(problems.length <= 1, 'at most the line that did not fit');
  disk.remount('size=8m');
  const asked = server.requests.length;
  const again = await eva('eval', 'diff', '--resume');
  assert.equal(again.exitCode, 0, again.stdout + again.stderr);
  assert.equal(server.requests.length - asked, 6 - kept, 'what was kept is not asked for again');
  assert.equal(rowsIn(disk.path).length, 1);
});

test('a library that may not be written is told before anything is asked', async (t) => {
  const { root: original, env, server } = await openSix(t, () => '<diff>');
  const disk = process.getuid?.() === 0 ? smallDisk(t, '4m') : undefined;
  if (process.getuid?.() === 0 && !disk) return t.skip('root may write anywhere, and needs the right to mount');
  const root = disk?.path ?? original;
  if (disk) {
    cpSync(original, root, { recursive: true });
    disk.remount('ro');
  } else {
    chmodSync(root, 0o555);
    t.after(() => chmodSync(root, 0o755));
  }
  const output = await spawnEva(['eval', 'diff'], { cwd: root, env });
  assertRefused(output, /cannot (append to|create) .*: (permission denied|the file system is read-only)/);
  assert.equal(server.requests.length, 0);
});

test('a log that leads to a device is told before anything is asked', async (t) => {
  const { root, env, server } = await openSix(t, () => '<diff>');
  symlinkSync('/dev/full', join(root, '.eval.jsonl'));
  const { exitCode, stderr } = await spawnEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /\.eval\.jsonl is a symbolic link[\s\S]*EVA_ODD_FILE/);
  assert.equal(server.requests.length, 0);
});

/** What vanishes while the fourth of six answers is on its way. */
const vanishing: Readonly<Record<string, (root: string) => string>> = {
  'the folder .eva': (root) => join(root, '.eva'),
  'the folder of the run': (root) => join(root, '.eva/runs', readdirSync(join(root, '.eva/runs'))[0] ?? ''),
  'the journal': (root) => join(root, '.eva/runs', readdirSync(join(root, '.eva/runs'))[0] ?? '', 'journal.jsonl'),
};

for (const [what, pathIn] of Object.entries(vanishing)) {
  test(`${what} that is deleted in the middle of a run ends it without a row, and the next run is as any other`, async (t) => {
    let answers = 0;
    const library = await openSix(t, () => {
      if (++answers === 4) rmSync(pathIn(library.root), { recursive: true });
      return '<diff>';
    });
    const { root, env } = library;
    assertRefused(await spawnEva(['eval', 'diff'], { cwd: root, env }), /cannot write .*journal\.jsonl: .*deleted/);
    assert.deepEqual(rowsIn(root), []);
    const again = await spawnEva(['eval', 'diff'], { cwd: root, env });
    assert.equal(again.exitCode, 0, again.stderr);
    assert.equal(rowsIn(root).length, 1);
  });
}

test('a prompt whose recordings may not be written keeps its result and its row', async (t) => {
  const { root, env } = await openSix(t, () => '<diff>');
  writeFileSync(join(root, 'prompts/diff/recordings.jsonl'), '');
  chmodSync(join(root, 'prompts/diff/recordings.jsonl'), 0o444);
  const output = await spawnEva(['eval', 'diff', '--record'], { cwd: root, env });
  assertRefused(output, /recordings\.jsonl: the file is read-only/);
  assert.equal(rowsIn(root).length, 1);
  assert.equal(readFileSync(join(root, 'prompts/diff/recordings.jsonl'), 'utf8'), '');
});
