import assert from 'node:assert/strict';
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openConfigFolder, whyUnread } from '#import/folder.js';
import { tempLibrary } from '../support/temp-library.js';

const at = { file: 'promptfooconfig.yaml', line: 3 };
const outside = 'it is outside of the folder of the configuration, and eva reads nothing there';

test('files of the folder are read, by any way of writing their path', (t) => {
  const folder = openConfigFolder(tempLibrary(t, { 'texts/a.txt': 'hello\n' }));
  for (const path of ['texts/a.txt', './texts/a.txt', 'file://texts/a.txt', 'texts/../texts/a.txt']) {
    assert.equal(folder.text(path, at).value, 'hello\n');
  }
  assert.deepEqual(folder.bytes('texts/a.txt', at).value, Buffer.from('hello\n'));
});

test('nothing outside of the folder is read, by a path or through a link', (t) => {
  const root = tempLibrary(t, {
    'secret.txt': 'secret',
    'evals/up.txt': { link: '../secret.txt' },
    'evals/folder': { link: '..' },
  });
  const folder = openConfigFolder(join(root, 'evals'));
  const paths = ['../secret.txt', 'a/../../secret.txt', 'up.txt', 'folder/secret.txt', join(root, 'secret.txt')];
  for (const path of [...paths, `file://${root}/secret.txt`]) {
    const { value, problems } = folder.text(path, at);
    assert.equal(value, null);
    assert.equal(whyUnread(problems), outside);
    assert.deepEqual(problems[0]?.at, at);
    assert.equal(whyUnread(folder.bytes(path, at).problems), outside);
  }
});

test('nothing of the git repository itself is read', (t) => {
  const folder = openConfigFolder(tempLibrary(t, { '.git/config': 'secret', '.prompts/a.txt': 'hello' }));
  assert.equal(folder.text('.prompts/a.txt', at).value, 'hello');
  for (const path of ['.git/config', 'file://./.git/config', 'x/../.git/config']) {
    assert.equal(folder.text(path, at).problems[0]?.code, 'EVA_HIDDEN_FILE');
  }
});

test('a path that leads up is read as far as the git repository goes, except hidden files', (t) => {
  const root = tempLibrary(t, {
    'secret.txt': 'secret',
    'work/.git/config': 'secret',
    'work/.env': 'secret',
    'work/.hidden/a.txt': 'secret',
    'work/prompts/a.txt': 'hello',
    'work/prompts/link.txt': { link: '../.env' },
    'work/prompts/up.txt': { link: '../../secret.txt' },
    'work/evals/b.txt': 'beside',
    'work/evals/link.txt': { link: '../prompts/a.txt' },
  });
  const folder = openConfigFolder(join(root, 'work/evals'));
  assert.equal(folder.text('../prompts/a.txt', at).value, 'hello');
  assert.equal(folder.text('file://../evals/b.txt', at).value, 'beside');
  assert.equal(folder.bytes('../prompts/a.txt', at).value?.toString(), 'hello');
  assert.deepEqual(folder.find('../prompts/[ab].txt').files, ['../prompts/a.txt']);
  assert.deepEqual(folder.find('../**/*.txt').files.filter((path) => !path.includes('link')).length, 3);
  for (const path of ['../../secret.txt', '../prompts/up.txt', '../../work/../secret.txt', join(root, 'secret.txt')])
    assert.equal(whyUnread(folder.text(path, at).problems), outside, path);
  for (const path of ['../.git/config', '../.env', '../.hidden/a.txt', '../prompts/link.txt'])
    assert.equal(whyUnread(folder.text(path, at).problems), 'it is a hidden file, or a link to one', path);
  assert.equal(whyUnread(folder.text('link.txt', at).problems), outside);
});

test('a missing file, a folder and text in another encoding have a reason each', (t) => {
  const root = tempLibrary(t, { 'sub/a.txt': '', 'latin.txt': new Uint8Array([0xe9, 0x20]) });
  const folder = openConfigFolder(root);
  assert.equal(whyUnread(folder.text('b.txt', at).problems), 'there is no such file');
  assert.equal(whyUnread(folder.text('sub', at).problems), 'it is not a regular file');
  assert.equal(whyUnread(folder.text('latin.txt', at).problems), 'it is not a text in UTF-8');
});

test('a table of 100 MB is refused without reading it', (t) => {
  const root = tempLibrary(t, {});
  writeFileSync(join(root, 'big.csv'), '');
  truncateSync(join(root, 'big.csv'), 100 * 1024 * 1024);
  const { problems } = openConfigFolder(root).text('big.csv', at);
  assert.equal(whyUnread(problems), 'the file is too large: 20 MB for data, 5 MB for other texts');
});

test('tables and JSON may be larger than other texts', (t) => {
  const text = 'x'.repeat(6 * 1024 * 1024);
  const folder = openConfigFolder(tempLibrary(t, { 'a.csv': text, 'a.jsonl': text, 'a.txt': text }));
  assert.equal(folder.text('a.csv', at).value?.length, text.length);
  assert.equal(folder.text('a.jsonl', at).value?.length, text.length);
  assert.equal(folder.text('a.txt', at).value, null);
});

test('patterns find files that are neither hidden nor in node_modules, sorted', (t) => {
  const root = tempLibrary(t, {
    'b.txt': '',
    'a.txt': '',
    'sub/c.txt': '',
    'sub/deep/d.txt': '',
    'sub/d.md': '',
    '.hidden/e.txt': '',
    'sub/.f.txt': '',
    'node_modules/x/g.txt': '',
    linked: { link: 'sub' },
  });
  const folder = openConfigFolder(root);
  const patterns: readonly (readonly [pattern: string, files: readonly string[]])[] = [
    ['*.txt', ['a.txt', 'b.txt']],
    ['./*.txt', ['a.txt', 'b.txt']],
    ['**/*.txt', ['a.txt', 'b.txt', 'sub/c.txt', 'sub/deep/d.txt']],
    ['sub/**', ['sub/c.txt', 'sub/d.md', 'sub/deep/d.txt']],
    ['sub/**/**/d.*', ['sub/d.md', 'sub/deep/d.txt']],
    ['{a,sub/c}.txt', ['a.txt', 'sub/c.txt']],
    ['[ab].txt', ['a.txt', 'b.txt']],
    ['[!a].txt', ['b.txt']],
    ['?.txt', ['a.txt', 'b.txt']],
    ['.hidden/*.txt', ['.hidden/e.txt']],
    ['a.txt', ['a.txt']],
    ['linked/*', []],
    ['node_modules/*/*', []],
    ['*/*/*.txt', ['sub/deep/d.txt']],
    ['../*', []],
    [`${root}/*.txt`, []],
  ];
  for (const [pattern, files] of patterns) assert.deepEqual([pattern, folder.find(pattern).files], [pattern, files]);
  assert.equal(folder.find('../*').refused, outside);
});

test('a file that becomes a link to the outside after it was read is not read again', (t) => {
  const root = tempLibrary(t, { 'secret.txt': 'secret', 'evals/a.txt': 'hello' });
  const folder = openConfigFolder(join(root, 'evals'));
  assert.equal(folder.text('a.txt', at).value, 'hello');
  rmSync(join(root, 'evals/a.txt'));
  symlinkSync('../secret.txt', join(root, 'evals/a.txt'));
  assert.equal(folder.text('a.txt', at).value, null);
  assert.equal(folder.bytes('a.txt', at).value, null);
});
