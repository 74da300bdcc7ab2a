import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { isTracked } from '#provider/process/git-program.js';
import { gitIn } from '../../support/git-library.js';
import { tempLibrary } from '../../support/temp-library.js';

test('a file is tracked under any name and behind a link, whatever variables of git are set', (t) => {
  const root = tempLibrary(t, { 'h*[x]/a': '', ':(top)b': '', 'deep/er/c': '' });
  gitIn(root, 'init', '-q');
  gitIn(root, 'add', '-A');
  symlinkSync('deep', join(root, 'link'));
  for (const file of ['h*[x]/a', ':(top)b', 'deep/er/c', 'link/er/c']) {
    assert.equal(isTracked(join(root, file)), true, file);
    for (const name of ['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE', 'GIT_CEILING_DIRECTORIES'])
      assert.equal(
        isTracked(join(root, file), { ...process.env, [name]: dirname(root) }),
        true,
        `${file} with ${name}`,
      );
  }
});

test('a file that git does not track, or that lies in no repository, is not tracked', (t) => {
  const root = tempLibrary(t, { tracked: '', '.gitignore': 'other\n', other: '' });
  assert.equal(isTracked(join(root, 'tracked')), false);
  gitIn(root, 'init', '-q');
  gitIn(root, 'add', '-A');
  assert.equal(isTracked(join(root, 'other')), false);
});

test('a file counts as tracked where git cannot say', (t) => {
  const root = tempLibrary(t, { file: '' });
  gitIn(root, 'init', '-q');
  assert.equal(isTracked(join(root, 'file')), false);
  assert.equal(isTracked(join(root, 'file'), { PATH: root }), true, 'without git');
  writeFileSync(join(root, '.git/index'), 'no index');
  assert.equal(isTracked(join(root, 'file')), true, 'with a broken index');
});
