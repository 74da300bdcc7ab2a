import assert from 'node:assert/strict';
import { chownSync, lchownSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { findRoot } from '#library/root.js';
import { problemOf } from '../support/error-of.js';
import { tempLibrary } from '../support/temp-library.js';

const uid = process.getuid?.();

const twoLibraries = {
  'one/prompts/diff/examples/a/inputs.yml': '',
  'two/prompts/diff/meta.yml': '',
  'plain/file.txt': '',
  'file/prompts': 'a file of that name',
};

test('the flag overrides the environment, which overrides the working directory', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  const [one, two] = [join(dir, 'one'), join(dir, 'two')];
  assert.equal(findRoot({ flag: two, env: { EVA_ROOT: one }, cwd: one, uid }), two);
  assert.equal(findRoot({ env: { EVA_ROOT: two }, cwd: one, uid }), two);
  assert.equal(findRoot({ env: {}, cwd: one, uid }), one);
});

test('the nearest directory upwards with prompts/ is the library', (t) => {
  const dir = tempLibrary(t, { ...twoLibraries, 'one/prompts/nested/prompts/inner/meta.yml': '' });
  assert.equal(findRoot({ env: {}, cwd: join(dir, 'one/prompts/diff/examples/a'), uid }), join(dir, 'one'));
  assert.equal(
    findRoot({ env: {}, cwd: join(dir, 'one/prompts/nested/prompts'), uid }),
    join(dir, 'one/prompts/nested'),
  );
});

test('a command that only reads runs takes a directory with .eva/runs if there is no library', (t) => {
  const dir = tempLibrary(t, { ...twoLibraries, 'plain/.eva/runs/a/x': '', 'one/sub/.eva/runs/a/x': '' });
  const plain = join(dir, 'plain');
  const question = { env: {}, uid };
  assert.equal(findRoot({ ...question, flag: plain, cwd: dir, onlyRuns: true }), plain);
  assert.equal(findRoot({ ...question, cwd: plain, onlyRuns: true }), plain);
  assert.equal(findRoot({ ...question, cwd: join(dir, 'one/sub'), onlyRuns: true }), join(dir, 'one'));
  assert.equal(problemOf(() => findRoot({ ...question, flag: plain, cwd: dir })).code, 'EVA_NO_LIBRARY');
});

test('a relative flag is resolved against the working directory', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  assert.equal(findRoot({ flag: '../two', env: {}, cwd: join(dir, 'one'), uid }), join(dir, 'two'));
});

test('an empty EVA_ROOT is ignored', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  assert.equal(findRoot({ env: { EVA_ROOT: '' }, cwd: join(dir, 'two'), uid }), join(dir, 'two'));
});

test('a flag or variable that names no library is refused, even inside a library', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  const cwd = join(dir, 'one');
  for (const path of ['../plain', '../none', '../file', '']) {
    const message = `--root is "${path}", and there is no prompts/ in it`;
    assert.deepEqual(
      problemOf(() => findRoot({ flag: path, env: {}, cwd, uid })),
      { code: 'EVA_NO_LIBRARY', variant: 'named', message },
    );
  }
  const { message } = problemOf(() => findRoot({ env: { EVA_ROOT: '../plain' }, cwd, uid }));
  assert.equal(message, 'EVA_ROOT is "../plain", and there is no prompts/ in it');
});

test('without a library, the error says where eva searched and how to name a library', (t) => {
  const cwd = join(tempLibrary(t, twoLibraries), 'plain');
  assert.deepEqual(
    problemOf(() => findRoot({ env: {}, cwd, uid })),
    { code: 'EVA_NO_LIBRARY', variant: 'above', message: `there is no prompts/ in ${cwd} or in a directory above it` },
  );
});

const otherUser = (uid ?? 0) + 1;

const foreignText = (dir: string, foreign: string) =>
  `the library in ${dir} was found above the working directory, and ${foreign} belongs to another user`;

test('a library of another user above the working directory is refused, unless it is named', (t) => {
  const dir = tempLibrary(t, twoLibraries);
  const [one, below] = [join(dir, 'one'), join(dir, 'one/prompts/diff')];
  assert.deepEqual(
    problemOf(() => findRoot({ env: {}, cwd: below, uid: otherUser })),
    { code: 'EVA_FOREIGN_LIBRARY', message: foreignText(one, one) },
  );
  assert.equal(findRoot({ flag: one, env: {}, cwd: below, uid: otherUser }), one);
  assert.equal(findRoot({ env: { EVA_ROOT: one }, cwd: below, uid: otherUser }), one);
  assert.equal(findRoot({ env: {}, cwd: one, uid: otherUser }), one, 'one that is entered is chosen');
  assert.equal(findRoot({ env: {}, cwd: below, uid: undefined }), one, 'where users have no numbers');
});

for (const part of ['prompts', 'eva.yml', 'link']) {
  test(`a library above whose ${part} belongs to another user is refused`, { skip: uid !== 0 && 'needs root' }, (t) => {
    const files = {
      'a/prompts/x/meta.yml': '',
      'a/eva.yml': '',
      'a/sub/f': '',
      'b/prompts/x/meta.yml': '',
      'b/sub/f': '',
    };
    const dir = tempLibrary(t, { ...files, 'b/eva.yml': { link: '../a/eva.yml' } });
    const library = join(dir, part === 'link' ? 'b' : 'a');
    if (part === 'link') lchownSync(join(library, 'eva.yml'), 65534, 65534);
    else chownSync(join(library, part), 65534, 65534);
    const { code, message } = problemOf(() => findRoot({ env: {}, cwd: join(library, 'sub'), uid }));
    const foreign = join(library, part === 'link' ? 'eva.yml' : part);
    assert.deepEqual([code, message], ['EVA_FOREIGN_LIBRARY', foreignText(library, foreign)]);
  });
}

test('a library above with an eva.yml that is a circular link is found, so that the file is reported', (t) => {
  const dir = tempLibrary(t, { 'prompts/x/meta.yml': '', 'sub/f': '', 'eva.yml': { link: 'eva.yml' } });
  assert.equal(findRoot({ env: {}, cwd: join(dir, 'sub'), uid }), dir);
});
