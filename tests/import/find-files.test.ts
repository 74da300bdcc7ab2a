import assert from 'node:assert/strict';
import test from 'node:test';
import { alternativesOf, findFiles, matchesName, matchesPath } from '#import/glob.js';
import { tempLibrary } from '../support/temp-library.js';

test('a search that finds too many files, or looks at too many, finds none and says so', (t) => {
  const dir = tempLibrary(t, { 'a.txt': '', 'b.txt': '', 'c/d.txt': '' });
  assert.deepEqual(findFiles(dir, '*.txt', { files: 1, entries: 100 }), {
    files: [],
    refused: 'it fits more than 1 files',
  });
  assert.deepEqual(findFiles(dir, '**/*.txt', { files: 100, entries: 4 }), {
    files: [],
    refused: 'more than 4 files would have to be looked at',
  });
});

test('braces are multiplied out, up to 200 patterns', () => {
  assert.deepEqual(alternativesOf('{a,b{c,d}}.{x,y}'), ['a.x', 'a.y', 'bc.x', 'bc.y', 'bd.x', 'bd.y']);
  assert.deepEqual(alternativesOf('p{1..3}'), ['p1', 'p2', 'p3']);
  assert.deepEqual(alternativesOf('{a}{'), ['{a}{']);
  assert.equal(alternativesOf('{a,b}'.repeat(10)), null);
});

test('a pattern that would backtrack for ever is matched at once', () => {
  assert.equal(matchesName('a'.repeat(250), `${'*a'.repeat(100)}b`), false);
  assert.equal(matchesName('a'.repeat(250), '*a'.repeat(100)), true);
});

test('a pattern without end is refused', (t) => {
  assert.deepEqual(findFiles(tempLibrary(t, {}), '*'.repeat(2000)).files, []);
});

test('a path matches a pattern exactly if a search for the pattern would find a file there', (t) => {
  const paths = ['a.txt', 'p/b.txt', 'p/q/c.txt', 'p/q/.h/d.txt', 'p/node_modules/e.txt', '.x/f.txt', 'p/q/g.md'];
  const dir = tempLibrary(t, Object.fromEntries(paths.map((path) => [path, ''])));
  const patterns = [
    ...['*.txt', '**/*.txt', 'p/**/*.txt', 'p/**', './p/*/c.txt', 'p/*/*', '{a,p/b}.txt', '**/q/*', 'p/q', '.x/*'],
    ...['p/q/.h/*', 'p/*/.h/d.txt', 'p/node_modules/*', 'p/*/e.txt', '**/**/g.md', 'p', '**/?.md', 'p/q/[a-c].txt'],
  ];
  for (const pattern of patterns)
    assert.deepEqual(paths.filter((path) => matchesPath(path, pattern)).sort(), findFiles(dir, pattern).files, pattern);
});
