import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { type LibraryAt, openLibraryAt } from '#library/git/library-at.js';
import { EvaError } from '#model/problem.js';
import { tempLibrary } from '../../support/temp-library.js';

const identity = ['AUTHOR', 'COMMITTER'].map((who) => [
  [`GIT_${who}_NAME`, 'a'],
  [`GIT_${who}_EMAIL`, 'a@b.c'],
]);

const env: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(identity.flat()),
};

const body = 'prompts/a/prompt.md';

function repository(t: TestContext, files: Readonly<Record<string, string>> = { [body]: 'first\n' }) {
  const root = tempLibrary(t, files);
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: root, env, input, encoding: 'utf8', stdio: 'pipe' }).trim();
  const commit = () => {
    git(['add', '-A']);
    git(['commit', '-q', '-m', 'one']);
  };
  git(['init', '-q', '-b', 'main']);
  commit();
  const open = async (ref: string | null, path = env['PATH']): Promise<LibraryAt> => {
    const at = await openLibraryAt(ref, { root, env: { ...env, PATH: path }, signal: new AbortController().signal });
    t.after(at.remove);
    return at;
  };
  const variantOf = (ref: string, path?: string) =>
    open(ref, path).then(
      () => assert.fail('it was opened'),
      (error) => {
        assert.ok(error instanceof EvaError, String(error));
        const [{ variant, hint = '' } = assert.fail()] = error.problems;
        return [variant, /^did you mean (.*)\?$/.exec(hint)?.[1]];
      },
    );
  return { root, git, commit, open, variantOf };
}

test('a text that cannot be a ref never reaches git', async (t) => {
  const { variantOf } = repository(t);
  for (const ref of ['', '-x', '--all', 'a\u001bb', 'a\u202eb', 'x'.repeat(1001)])
    assert.deepEqual(await variantOf(ref), ['bad_ref', undefined], JSON.stringify(ref));
});

test('the name of a branch that only origin has is said with origin', async (t) => {
  const { git, variantOf } = repository(t);
  git(['update-ref', 'refs/remotes/origin/release', 'HEAD']);
  assert.deepEqual(await variantOf('release'), ['unknown_ref', 'origin/release']);
  assert.deepEqual(await variantOf('nowhere'), ['unknown_ref', undefined]);
});

test('a shallow clone that lacks a commit says so', async (t) => {
  const { root, git, variantOf } = repository(t);
  writeFileSync(join(root, '.git/shallow'), `${git(['rev-parse', 'HEAD'])}\n`);
  assert.deepEqual(await variantOf('main~1'), ['shallow', undefined]);
});

test('a tag with the name of a branch or commit is refused, and full names are taken', async (t) => {
  const { git, open, variantOf } = repository(t);
  const first = git(['rev-parse', 'HEAD']);
  git(['update-ref', 'refs/remotes/origin/main', first]);
  git(['tag', 'origin/main', 'HEAD']);
  assert.equal((await open('origin/main')).commit, first);
  git(['commit', '-q', '--allow-empty', '-m', 'two']);
  git(['tag', '-f', 'origin/main', 'HEAD']);
  git(['tag', first.slice(0, 7), 'HEAD']);
  for (const ref of ['origin/main', 'origin/main~0', first.slice(0, 7)])
    assert.deepEqual(await variantOf(ref), ['ambiguous', undefined], ref);
  assert.equal((await open('refs/remotes/origin/main')).commit, first);
});

test('objects that the repository replaces are read as they were committed', async (t) => {
  const { git, open } = repository(t);
  const other = git(['hash-object', '-w', '--stdin'], 'other\n');
  git(['replace', git(['rev-parse', `HEAD:${body}`]), other]);
  assert.equal(readFileSync(join((await open('HEAD')).root, body), 'utf8'), 'first\n');
});

test('a file that a link of the library leads to is there, and changes with its commit', async (t) => {
  const { root, commit, open } = repository(t, { [body]: 'first\n', 'shared/long.txt': 'long\n' });
  symlinkSync('../../shared/long.txt', join(root, 'prompts/a/text.txt'));
  commit();
  assert.equal(readFileSync(join((await open('HEAD')).root, 'prompts/a/text.txt'), 'utf8'), 'long\n');
});

test('a path of a commit that leads out of its folder is not written', async (t) => {
  const { git, open } = repository(t);
  const blob = git(['rev-parse', `HEAD:${body}`]);
  const inner = git(['mktree'], `100644 blob ${blob}\tescaped.yml\n`);
  const prompts = git(['mktree'], `040000 tree ${inner}\t..\n`);
  const tree = git(['mktree'], `040000 tree ${prompts}\tprompts\n100644 blob ${blob}\teva.yml\n`);
  const at = await open(git(['commit-tree', tree, '-m', 'hostile']));
  assert.ok(existsSync(join(at.root, 'eva.yml')));
  assert.ok(!existsSync(join(at.root, 'escaped.yml')));
});

function linksBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isFile() && !entry.isDirectory()).map(({ name }) => name);
}

test('links to folders, links to links and circles become files and empty folders', async (t) => {
  const { root, commit, open } = repository(t, { [body]: 'first\n', 'shared/deep/long.txt': 'long\n' });
  const links = {
    'prompts/linked': '../prompts/a/../a',
    'prompts/deep': '../shared/alias',
    'shared/alias': 'deep',
    'prompts/b': 'c',
    'prompts/c': 'b',
    'prompts/self': '.',
    'prompts/top': '..',
    'prompts/git': '../.git',
    'prompts/file-as-folder': 'a/prompt.md/../prompt.md',
  };
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  commit();
  const prompts = join((await open('HEAD')).root, 'prompts');
  assert.equal(readFileSync(join(prompts, 'linked/prompt.md'), 'utf8'), 'first\n');
  assert.equal(readFileSync(join(prompts, 'deep/long.txt'), 'utf8'), 'long\n');
  for (const name of ['b', 'c', 'self', 'top', 'git', 'file-as-folder'])
    assert.deepEqual(readdirSync(join(prompts, name)), [], name);
  assert.deepEqual(linksBelow(prompts), []);
});

test('a submodule in the place of the prompts or of the library is an error', async (t) => {
  const { root, git, variantOf } = repository(t);
  const submodule = (name: string) =>
    git(['commit-tree', git(['mktree'], `160000 commit ${git(['rev-parse', 'HEAD'])}\t${name}\n`), '-m', 'sub']);
  assert.deepEqual(await variantOf(submodule('prompts')), ['submodule', undefined]);
  mkdirSync(join(root, 'evals'));
  const place = { root: join(root, 'evals'), env, signal: new AbortController().signal };
  await assert.rejects(
    openLibraryAt(submodule('evals'), place),
    (error) => error instanceof EvaError && error.problems[0]?.variant === 'submodule',
  );
});

test('a link of a commit that leads out of the repository becomes a folder that no prompt can read', async (t) => {
  const { root, commit, open } = repository(t);
  const links = { absolute: '/etc/hosts', above: '../../../../../../etc/hosts', inside: 'prompt.md' };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, 'prompts/a', name));
  commit();
  const at = await open('HEAD');
  const prompt = join(at.root, 'prompts/a');
  assert.equal(readFileSync(join(prompt, 'inside'), 'utf8'), 'first\n');
  for (const name of ['absolute', 'above']) assert.deepEqual(readdirSync(join(prompt, name)), [], name);
  assert.deepEqual(linksBelow(at.root), []);
});

/** Makes all folders for temporary files lie in one of the test, until it ends. */
function ownTemporaryFolder(t: TestContext): string {
  const { TMPDIR } = process.env;
  const own = tempLibrary(t, {});
  t.after(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  });
  process.env['TMPDIR'] = own;
  return own;
}

test('a git that ends before it has printed all files is a failure, and leaves no copy', async (t) => {
  const { variantOf } = repository(t);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\ncase "$*" in *cat-file*) exit 0;; *) exec ${real} "$@";; esac\n`;
  const bin = tempLibrary(t, { git: script });
  chmodSync(join(bin, 'git'), 0o755);
  const own = ownTemporaryFolder(t);
  assert.deepEqual(await variantOf('HEAD', `${bin}:${env['PATH']}`), ['failed', undefined]);
  assert.deepEqual(readdirSync(own), []);
});

test('two files of a commit with one name are a failure', async (t) => {
  const { git, variantOf } = repository(t);
  const line = `100644 blob ${git(['rev-parse', `HEAD:${body}`])}\teva.yml\n`;
  const commit = git(['commit-tree', git(['mktree'], line + line), '-m', 'twice']);
  assert.deepEqual(await variantOf(commit), ['twice', undefined]);
});

test('links that together lead out of the copy are never made, and nothing is read through them', async (t) => {
  const { root, commit, open } = repository(t, {
    [body]: 'first\n',
    'prompts/a/eval.yml': '# up x\n',
    'lib/a/keep.txt': '',
  });
  symlinkSync('..', join(root, 'lib/a/up'));
  symlinkSync('a/up/../..', join(root, 'lib/x'));
  symlinkSync('../../lib/x', join(root, 'prompts/a/out'));
  commit();
  const at = await open('HEAD');
  assert.deepEqual(linksBelow(at.root), []);
  assert.deepEqual(readdirSync(join(at.root, 'prompts/a/out')), []);
});

test('a commit with a link and a folder of one path writes nothing through the link', async (t) => {
  const { git, variantOf } = repository(t);
  const blob = (text: string) => git(['hash-object', '-w', '--stdin'], text);
  const tree = (...entries: string[]) => git(['mktree'], entries.map((entry) => `${entry}\n`).join(''));
  // Each link stays in the folder by its text. Together they lead above it.
  const lib = tree(
    `040000 tree ${tree(`120000 blob ${blob('..')}\tup`)}\ta`,
    `120000 blob ${blob('a/up/../..')}\tx`,
    `040000 tree ${tree(`100644 blob ${blob('{}')}\tescaped.json`)}\tx`,
    `100644 blob ${blob('escaped.json')}\tnext.yml`,
  );
  const prompt = tree(`100644 blob ${blob('up x next.yml')}\teval.yml`);
  const top = tree(`040000 tree ${lib}\tlib`, `040000 tree ${tree(`040000 tree ${prompt}\tp`)}\tprompts`);
  const own = ownTemporaryFolder(t);
  assert.deepEqual(await variantOf(git(['commit-tree', top, '-m', 'hostile'])), ['twice', undefined]);
  assert.deepEqual(readdirSync(own), []);
});
