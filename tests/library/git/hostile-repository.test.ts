import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { openLibraryAt } from '#library/git/library-at.js';
import { historyOf } from '#library/git/repository.js';
import { EvaError } from '#model/problem.js';
import type { GitPlace } from '#provider/process/git-program.js';
import { type GitLibrary, gitIn, gitLibrary } from '../../support/git-library.js';
import { tempLibrary } from '../../support/temp-library.js';

const body = { 'prompts/p/prompt.md': 'first\n' };

function placeOf(root: string): GitPlace {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  return { root, env, signal: new AbortController().signal };
}

/** Makes HEAD a signed commit, and a program of the repository the one that shows signatures. Returns the file that this program makes. */
function plantProgram({ root, git, write }: GitLibrary, config: (...setting: string[]) => void): string {
  const mark = join(root, 'started');
  write({ 'show.sh': `#!/bin/sh\ntouch ${mark}\n` });
  chmodSync(join(root, 'show.sh'), 0o755);
  const signed = git('cat-file', 'commit', 'HEAD').replace(
    /\n\n/,
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\n',
  );
  writeFileSync(join(root, 'commit.txt'), signed);
  git('update-ref', 'HEAD', git('hash-object', '-w', '-t', 'commit', 'commit.txt').trim());
  config('log.showSignature', 'true');
  config('gpg.program', join(root, 'show.sh'));
  return mark;
}

test('the configuration of a repository starts no program', async (t) => {
  const library = gitLibrary(t, body);
  const mark = plantProgram(library, (...setting) => library.git('config', ...setting));
  library.git('log', '-1');
  assert.equal(existsSync(mark), true, 'the attack works where git is left to its own');
  library.write({ started: null });
  const { commits } = await historyOf('prompts/p', 10, placeOf(library.root));
  assert.equal(commits.length, 1);
  assert.equal(existsSync(mark), false);
});

test('an object that a partial clone lacks is asked of no transport that the repository names', async (t) => {
  const library = gitLibrary(t, { ...body, 'fetch.sh': '#!/bin/sh\ntouch "$1"\n' });
  library.git('config', 'uploadpack.allowFilter', 'true');
  const clone = join(tempLibrary(t, {}), 'clone');
  gitIn(library.root, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${library.root}`, clone);
  const mark = join(clone, 'started');
  gitIn(clone, 'config', 'remote.origin.url', `ext::sh ${join(library.root, 'fetch.sh')} ${mark}`);
  gitIn(clone, 'config', 'protocol.allow', 'always');
  assert.throws(() => gitIn(clone, 'cat-file', '-p', 'HEAD:prompts/p/prompt.md'));
  assert.equal(existsSync(mark), true, 'the attack works where git is left to its own');
  rmSync(mark);
  await assert.rejects(openLibraryAt('HEAD', placeOf(clone)), EvaError);
  assert.equal(existsSync(mark), false);
});

test('variables of git change nothing', async (t) => {
  const { root } = gitLibrary(t, body);
  const place = placeOf(root);
  const settings = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.bare', GIT_CONFIG_VALUE_0: 'true' };
  const env = { ...place.env, ...settings, GIT_DIR: '/nonexistent', GIT_INDEX_FILE: '/nonexistent' };
  assert.equal((await historyOf('prompts/p', 10, { ...place, env })).commits.length, 1);
});

test('a folder that is a repository of its own without being called .git is refused', async (t) => {
  const outer = tempLibrary(t, {});
  const inner = gitLibrary(t, body);
  const library = join(outer, 'evals');
  cpSync(inner.root, library, { recursive: true });
  for (const name of ['HEAD', 'objects', 'refs', 'config'])
    renameSync(join(library, '.git', name), join(library, name));
  writeFileSync(join(library, 'config'), '[core]\n\tbare = false\n\tworktree = .\n\trepositoryformatversion = 0\n');
  gitIn(outer, 'init', '-q');
  await assert.rejects(openLibraryAt('HEAD', placeOf(library)), EvaError);
  await assert.rejects(historyOf('prompts/p', 10, placeOf(library)), EvaError);
});

/** The forms of a repository in which `.git` is a file. */
const forms: Readonly<Record<string, (t: TestContext, library: GitLibrary) => string>> = {
  'a worktree': (t, { git }) => {
    const root = join(tempLibrary(t, {}), 'tree');
    git('worktree', 'add', '-q', root);
    return root;
  },
  'a submodule': (t, { root }) => {
    const outer = gitLibrary(t, { 'a.txt': 'a' });
    outer.git('submodule', 'add', '-q', root, 'evals');
    return join(outer.root, 'evals');
  },
  'a repository with a separate folder': (t, { root, git }) => {
    const folder = tempLibrary(t, {});
    mkdirSync(folder, { recursive: true });
    git('init', '-q', '--separate-git-dir', join(folder, 'git'));
    return root;
  },
};

for (const [form, make] of Object.entries(forms)) {
  test(`${form} is read`, async (t) => {
    const place = placeOf(make(t, gitLibrary(t, body)));
    assert.equal((await historyOf('prompts/p', 10, place)).commits.length, 1);
    const at = await openLibraryAt('HEAD', place);
    t.after(at.remove);
    assert.equal(existsSync(join(at.root, 'prompts/p/prompt.md')), true);
  });
}
