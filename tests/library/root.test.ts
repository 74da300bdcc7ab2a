import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { findRoot } from '#library/root.js';
import { errorOf } from '../support/error-of.js';
import { tempLibrary } from '../support/temp-library.js';

const twoLibraries = {
  'one/prompts/diff/examples/a/inputs.yml': '',
  'two/prompts/diff/meta.yml': '',
  'plain/file.txt': '',
  'file/prompts': 'a file of that name',
};

test('the flag wins over the environment, and that over the working directory', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  const [one, two] = [join(dir, 'one'), join(dir, 'two')];
  assert.equal(findRoot({ flag: two, env: { EVA_ROOT: one }, cwd: one }), two);
  assert.equal(findRoot({ env: { EVA_ROOT: two }, cwd: one }), two);
  assert.equal(findRoot({ env: {}, cwd: one }), one);
});

test('the nearest directory upwards that holds prompts/ is the library', (t) => {
  const dir = tempLibrary(t, { ...twoLibraries, 'one/prompts/nested/prompts/inner/meta.yml': '' });
  assert.equal(findRoot({ env: {}, cwd: join(dir, 'one/prompts/diff/examples/a') }), join(dir, 'one'));
  assert.equal(findRoot({ env: {}, cwd: join(dir, 'one/prompts/nested/prompts') }), join(dir, 'one/prompts/nested'));
});

test('a relative flag is seen from the working directory', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  assert.equal(findRoot({ flag: '../two', env: {}, cwd: join(dir, 'one') }), join(dir, 'two'));
});

test('an empty EVA_ROOT is none', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  assert.equal(findRoot({ env: { EVA_ROOT: '' }, cwd: join(dir, 'two') }), join(dir, 'two'));
});

test('a flag or variable that names no library is refused by its name, though there is a library here', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  const cwd = join(dir, 'one');
  for (const path of ['../plain', '../none', '../file', '']) {
    assert.deepEqual(
      errorOf(() => findRoot({ flag: path, env: {}, cwd })),
      {
        code: 'EVA_NO_LIBRARY',
        exitCode: 2,
        message: `--root is "${path}", and there is no prompts/ in it`,
        hint: 'give --root the directory that holds prompts/',
      },
    );
  }
  const said = errorOf(() => findRoot({ env: { EVA_ROOT: '../plain' }, cwd }));
  assert.equal(said.message, 'EVA_ROOT is "../plain", and there is no prompts/ in it');
});

test('outside of any library, the message says where was looked and how to name one', (t) => {
  const cwd = join(tempLibrary(t, twoLibraries), 'plain');
  assert.deepEqual(
    errorOf(() => findRoot({ env: {}, cwd })),
    {
      code: 'EVA_NO_LIBRARY',
      exitCode: 2,
      message: `there is no prompts/ in ${cwd} or in a directory above it`,
      hint: 'go to a library of prompts, or name one with --root DIR or EVA_ROOT',
    },
  );
});
