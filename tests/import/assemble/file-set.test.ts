import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { copyPath, openFileSet } from '#import/assemble/file-set.js';
import { openConfigFolder } from '#import/folder.js';
import { tempLibrary } from '../../support/temp-library.js';

const at = { file: 'promptfooconfig.yaml', line: 1 };

test('copies have names that every system takes, and none is hidden', () => {
  const names = ['.git/config', '../x', 'CON.png', 'a\nb.png', 'a:b?.png', 'x\u202ey.png', '$(id).png', '-rf'];
  assert.deepEqual(names.map(copyPath), [
    'inputs/git/config',
    'inputs/x/x',
    'inputs/xCON.png',
    'inputs/a-b.png',
    'inputs/a-b-.png',
    'inputs/x-y.png',
    'inputs/$(id).png',
    'inputs/-rf',
  ]);
  const long = copyPath(`${'n'.repeat(240)}.png`);
  assert.ok(long.length < 130 && long.endsWith('.png'), long);
});

test('each content has a path of its own, on systems that ignore case too', (t) => {
  const root = tempLibrary(t, { 'A.png': 'one', '.a.png': 'two', 'a.png/b.png': 'three', 'a.png/c.png': 'one' });
  const files = openFileSet(openConfigFolder(root), (problems) => assert.deepEqual(problems, []));
  writeFileSync(join(root, 'same.png'), 'one');
  const copied = ['A.png', 'a.png/b.png', 'same.png', 'a.png/c.png'].map((path) => files.copy(path, at));
  assert.deepEqual(copied, ['inputs/A.png', 'inputs/a.png-b.png', 'inputs/same.png', 'inputs/a.png-c.png']);
  assert.equal(files.add('inputs/a.PNG', 'other'), 'inputs/a-2.PNG');
  assert.equal(files.add('inputs/same.png', 'one'), 'inputs/same.png');
});

test('a file does not take the path of a folder', (t) => {
  const files = openFileSet(openConfigFolder(tempLibrary(t, {})), () => undefined);
  assert.equal(files.add('inputs/x/y.png', 'one'), 'inputs/x/y.png');
  assert.equal(files.add('inputs/x', 'two'), 'inputs/x-2');
});

test('a picture whose name does not fit its bytes gets the ending that eva takes', (t) => {
  const root = tempLibrary(t, { 'cat.jpg': '', 'cat.jpeg': '', 'cat.png': 'no picture' });
  writeFileSync(join(root, 'cat.jpg'), Buffer.from('iVBORw0KGgoAAAAN', 'base64'));
  writeFileSync(join(root, 'cat.jpeg'), Buffer.from('/9j/4AAQSkZJRgAB', 'base64'));
  const files = openFileSet(openConfigFolder(root), (problems) => assert.deepEqual(problems, []));
  const copied = ['cat.jpg', 'cat.jpeg', 'cat.png'].map((path) => files.copy(path, at));
  assert.deepEqual(copied, ['inputs/cat.png', 'inputs/cat.jpeg', 'inputs/cat-2.png']);
});
