import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promptNamed, promptsNamed } from '#library/named-prompts.js';
import { listPromptIds } from '#library/prompts.js';
import { errorOf } from '../support/error-of.js';
import { tempLibrary } from '../support/temp-library.js';

const ids = ['a*b', 'support', 'support-de', 'über uns'];

function library(t: TestContext) {
  const files = Object.fromEntries(ids.map((id) => [`prompts/${id}/eval.yml`, '']));
  const root = tempLibrary(t, {
    ...files,
    'docs/x.md': '',
    'prompts/README.md': '',
    linked: { link: 'prompts/support' },
  });
  return { root, known: listPromptIds(root) };
}

/** Words that name prompts, from a folder of the library. */
const words: readonly (readonly [string, string, readonly string[]])[] = [
  ['', 'support', ['support']],
  ['', 'prompts/support', ['support']],
  ['', './prompts/support/', ['support']],
  ['', 'prompts/support/eval.yml', ['support']],
  ['', 'prompts/support/deep/er.txt', ['support']],
  ['', 'support/', ['support']],
  ['', 'linked', []],
  ['', './linked', ['support']],
  ['', 'sup*', ['support', 'support-de']],
  ['', 'prompts/sup*', ['support', 'support-de']],
  ['', 'prompts/*-de/eval.yml', ['support-de']],
  ['', 'a*b', ['a*b']],
  ['', 'prompts/a*b', ['a*b']],
  ['', 'über uns', ['über uns']],
  ['prompts', 'support', ['support']],
  ['prompts', './support', ['support']],
  ['prompts', 'prompts/support', ['support']],
  ['prompts', './sup*', ['support', 'support-de']],
  ['prompts/support', '.', ['support']],
  ['prompts/support', './eval.yml', ['support']],
  ['prompts/support', '../support-de', ['support-de']],
  ['docs', '../prompts/support', ['support']],
  ['', '../support', []],
  ['', 'prompts', []],
  ['', 'prompts/', []],
  ['', 'prompts/README.md', []],
  ['', 'docs/support', []],
  ['', '/etc', []],
];

for (const [from, word, named] of words) {
  test(`${word} in /${from} names ${named.join(' and ') || 'no prompt'}`, (t) => {
    const { root, known } = library(t);
    const found = promptsNamed([word], { root, cwd: join(root, from), known });
    assert.deepEqual(found.ids, named);
    assert.equal(found.problems.length, named.length === 0 ? 1 : 0);
  });
}

test('an absolute path names a prompt, also by a linked library', (t) => {
  const { root, known } = library(t);
  const link = join(tempLibrary(t, { library: { link: root } }), 'library');
  for (const place of [root, link]) {
    const path = join(place, 'prompts/support/eval.yml');
    assert.equal(promptNamed(path, { root, cwd: '/', known }), 'support');
    assert.equal(promptNamed(join(root, 'prompts/support'), { root: place, cwd: '/', known }), 'support');
  }
});

test('each prompt is named once, and the problems of all words are returned', (t) => {
  const { root, known } = library(t);
  const { ids: found, problems } = promptsNamed(['support', 'prompts/support', 'sup*', 'x', 'y*', '\0'], {
    root,
    cwd: root,
    known,
  });
  assert.deepEqual(found, ['support', 'support-de']);
  assert.deepEqual(
    problems.map(({ code, variant }) => [code, variant]),
    [
      ['EVA_UNKNOWN_PROMPT', 'library'],
      ['EVA_UNKNOWN_PROMPT', 'pattern'],
      ['EVA_BAD_ID', 'name'],
    ],
  );
});

test('a command that takes one prompt refuses a pattern of two', (t) => {
  const { root, known } = library(t);
  const place = { root, cwd: root, known };
  assert.equal(promptNamed('*-de', place), 'support-de');
  assert.equal(errorOf(() => promptNamed('sup*', place)).code, 'EVA_USAGE');
});

test('a link out of the library is a problem, also behind a path', (t) => {
  const root = tempLibrary(t, { 'prompts/out': { link: '/etc' } });
  const { ids: found, problems } = promptsNamed(['prompts/out'], { root, cwd: root, known: listPromptIds(root) });
  assert.deepEqual([found, problems.map(({ variant }) => variant)], [[], ['link']]);
});
