import assert from 'node:assert/strict';
import test from 'node:test';
import { Mentions, mayMention } from '#library/git/library-at.js';

const paths = ['tools/check.py', 'tools/outer check.py', 'shared/word.mjs', 'docs/other.md'];

/** Texts, and the files that they mention. */
const texts: readonly (readonly [string, readonly string[]])[] = [
  ['- command: [ python3, ../tools/check.py ]', ['tools/check.py']],
  ['- command: [ python3, ../tools/outer check.py ]', ['tools/check.py', 'tools/outer check.py']],
  ['file: "../outer check.py" # ours', ['tools/check.py', 'tools/outer check.py']],
  ["import { a } from '../shared/word.mjs';", ['shared/word.mjs']],
  ['other.mdx and check.pyc', []],
];

for (const [text, mentioned] of texts) {
  test(`${text} mentions ${mentioned.join(' and ') || 'nothing'}`, () => {
    const mentions = new Mentions(paths);
    mentions.add(text);
    assert.deepEqual(
      paths.filter((path) => mentions.has(path)),
      mentioned,
    );
  });
}

test('only small files of YAML, JSON and modules are searched', () => {
  const files = ['a.yml', 'a.yaml', 'a.mjs', 'a.json', 'a.csv', 'a.md'];
  assert.deepEqual(
    files.filter((file) => mayMention(file, 10)),
    files.slice(0, 4),
  );
  assert.equal(mayMention('a.yml', 1e9), false);
});
