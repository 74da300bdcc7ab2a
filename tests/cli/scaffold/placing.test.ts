import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { chooseModels } from '#cli/scaffold/models.js';
import { copyPrompt, createPrompt, requireFree } from '#cli/scaffold/new-prompt.js';
import { placeFile, placePrompt } from '#store/files/placing.js';
import { problemOf } from '../../support/error-of.js';
import { tempLibrary } from '../../support/temp-library.js';

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
  const root = tempLibrary(t, {});
  const isMade = placePrompt(root, 'a', (path) => {
    placeFile(path, 'prompt.md', 'ours\n');
    placeFile(root, 'prompts/a/prompt.md', 'theirs\n');
  });
  assert.equal(isMade, false);
  assert.deepEqual(readdirSync(join(root, 'prompts')), ['a']);
  assert.equal(readFileSync(join(root, 'prompts/a/prompt.md'), 'utf8'), 'theirs\n');
});

test('eva new that is slower than another one is refused as if it came later', (t) => {
  const root = tempLibrary(t, { 'prompts/b/prompt.md': 'x' });
  const prompt = { id: 'b', flags: ' --body md' };
  const choice = chooseModels({ provider: 'openai' }, {});
  const later = problemOf(() => requireFree(root, prompt));
  assert.deepEqual(
    problemOf(() => createPrompt(root, prompt, 'md', { set: {}, choice })),
    later,
  );
  placeFile(root, 'prompts/a/eval.yml', 'cases: []\n');
  assert.deepEqual(
    problemOf(() => copyPrompt(root, { ...prompt, from: 'a' }, '2026-11-23')),
    later,
  );
  assert.deepEqual(readdirSync(join(root, 'prompts')).sort(), ['a', 'b']);
});

test('a file that is there is kept', (t) => {
  const root = tempLibrary(t, { 'eva.yml': '' });
  assert.deepEqual(placeFile(root, 'eva.yml', 'ours\n'), { file: 'eva.yml', outcome: 'kept' });
  assert.equal(readFileSync(join(root, 'eva.yml'), 'utf8'), '');
});
