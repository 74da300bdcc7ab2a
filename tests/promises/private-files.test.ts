import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import test from 'node:test';
import { makeFolderPrivate } from '#store/files/regular-file.js';
import { goodEval } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';

/** Everything at and below a path, with its mode, but for symbolic links. */
function modesBelow(root: string, path = join(root, '.eva')): readonly (readonly [string, number])[] {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return [];
  const below = stats.isDirectory() ? readdirSync(path).flatMap((name) => modesBelow(root, join(path, name))) : [];
  return [[relative(root, path), stats.mode & 0o7777], ...below];
}

function assertPrivate(root: string): void {
  for (const [path, mode] of modesBelow(root)) {
    assert.equal(mode & 0o077, 0, `${path} has the mode ${mode.toString(8)}`);
  }
}

const sampled = `${goodEval}    sample_size: 4\n`;

test('what a run keeps in .eva is for nobody but its user, whatever the umask', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const { root, eva } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': sampled } });
  for (const args of [['--cache'], ['--record'], ['--replay'], ['--shard', '1/2'], ['--shard', '2/2']]) {
    const { exitCode, stderr } = await eva('eval', 'diff', ...args);
    assert.equal(exitCode, 0, stderr);
  }
  assert.equal((await eva('merge', '.eva/runs')).exitCode, 0);
  assertPrivate(root);
  const found = new Map(modesBelow(root));
  assert.equal(found.get('.eva'), 0o700);
  assert.equal(found.get('.eva/.gitignore'), 0o600);
  const names = new Set([...found.keys()].map((path) => path.split('/').at(-1)));
  for (const name of ['plan.json', 'journal.jsonl', 'trials.jsonl', 'result.json']) assert.ok(names.has(name), name);
  assert.ok(found.size > 30, 'the walk found them all');
});

test('the lock of a run is private while it is held', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  let seen: readonly (readonly [string, number])[] = [];
  const library = await openLibrary(t, {
    answer: () => {
      seen = modesBelow(library.root);
      return '<diff>';
    },
  });
  await library.eva('eval', 'diff');
  assert.deepEqual(
    seen.filter(([path]) => path.endsWith('/lock')).map(([, mode]) => mode),
    [0o600],
  );
});

test('a link below .eva is not followed to make something private', async (t) => {
  const { root, eva } = await openLibrary(t);
  const outside = join(root, 'outside');
  mkdirSync(outside, { mode: 0o777 });
  chmodSync(outside, 0o777);
  mkdirSync(join(root, '.eva'));
  symlinkSync(outside, join(root, '.eva/runs'));
  assert.equal((await eva('eval', 'diff')).exitCode, 2);
  assert.equal(statSync(outside).mode & 0o777, 0o777);
});

const needsRoot = { skip: process.getuid?.() !== 0 && 'needs root' };

test('a folder of another user stays as it is, and is no reason to stop', needsRoot, (t) => {
  const root = mkdtempSync(join(tmpdir(), 'eva-theirs-'));
  t.after(() => rmSync(root, { recursive: true }));
  chmodSync(root, 0o755);
  process.seteuid?.(65534);
  try {
    makeFolderPrivate(root, statSync(root));
  } finally {
    process.seteuid?.(0);
  }
  assert.equal(statSync(root).mode & 0o777, 0o755);
});

test('root closes a folder of another user, who keeps it', needsRoot, async (t) => {
  const { root, eva } = await openLibrary(t);
  mkdirSync(join(root, '.eva/runs'), { recursive: true });
  writeFileSync(join(root, '.eva/.gitignore'), '*\n');
  chownSync(join(root, '.eva'), 65534, 65534);
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const { uid, mode } = statSync(join(root, '.eva'));
  assert.deepEqual([uid, mode & 0o777], [65534, 0o700]);
});
