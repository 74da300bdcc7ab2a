import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { placeFile, placePrompt } from '#scaffold/placing.js';
import { tempLibrary } from '../support/temp-library.js';

test('a prompt whose files cannot be written leaves nothing', (t) => {
  const root = tempLibrary(t, {});
  const failure = new Error('no more room');
  assert.throws(
    () =>
      placePrompt(root, 'a', (path) => {
        placeFile(path, 'prompt.md', 'half\n');
        throw failure;
      }),
    failure,
  );
  assert.deepEqual(readdirSync(join(root, 'prompts')), []);
});

test('a prompt never replaces one that somebody made meanwhile', (t) => {
  const root = tempLibrary(t, { 'prompts/a/prompt.md': 'theirs\n' });
  assert.throws(() => placePrompt(root, 'a', (path) => void placeFile(path, 'prompt.md', 'ours\n')));
  assert.deepEqual(readdirSync(join(root, 'prompts')), ['a']);
  assert.equal(readFileSync(join(root, 'prompts/a/prompt.md'), 'utf8'), 'theirs\n');
});

test('a file that is there is kept', (t) => {
  const root = tempLibrary(t, { 'eva.yml': '' });
  assert.deepEqual(placeFile(root, 'eva.yml', 'ours\n'), { file: 'eva.yml', outcome: 'kept' });
  assert.equal(readFileSync(join(root, 'eva.yml'), 'utf8'), '');
});
