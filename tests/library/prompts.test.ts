import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { checkPromptId, idProblem, listPromptIds, promptDirProblem } from '#library/prompts.js';
import { errorOf, problemOf } from '../support/error-of.js';
import { tempLibrary } from '../support/temp-library.js';

test('prompts are the directories whose names begin with neither _ nor ., in order', (t) => {
  const root = tempLibrary(t, {
    'prompts/b/meta.yml': '',
    'prompts/a/meta.yml': '',
    'prompts/B/meta.yml': '',
    'prompts/_drafts/meta.yml': '',
    'prompts/.git/config': '',
    'prompts/README.md': '',
    'prompts/linked': { link: 'a' },
    'prompts/dangling': { link: 'none' },
  });
  assert.deepEqual(listPromptIds(root), ['B', 'a', 'b', 'linked']);
});

test('an id that exists gives its directory', (t) => {
  const root = tempLibrary(t, { 'prompts/constructor/meta.yml': '' });
  assert.equal(checkPromptId(root, 'constructor'), join(root, 'prompts', 'constructor'));
});

const badIds: Readonly<Record<string, string>> = {
  '': 'empty',
  '  ': 'empty',
  '..': 'hidden',
  '.': 'hidden',
  '.git': 'hidden',
  _drafts: 'hidden',
  '../diff': 'slash',
  'diff/../../etc': 'slash',
  '/etc': 'slash',
  'diff/': 'slash',
  '..\\diff': 'slash',
  'C:\\diff': 'slash',
  'diff\0': 'invisible',
  'diff\n': 'invisible',
  '\u001b[31mdiff': 'invisible',
  'di\u009bff': 'invisible',
  'di\u202eff': 'invisible',
  'di\u200bff': 'invisible',
  'di\u2028ff': 'invisible',
  ['a'.repeat(101)]: 'long',
};
for (const [id, reason] of Object.entries(badIds)) {
  test(`the id ${JSON.stringify(id).slice(0, 30)} is invalid: ${reason}`, () => {
    // The directory does not exist: the id is refused before it becomes a path.
    const said = errorOf(() => checkPromptId('/nonexistent', id));
    assert.equal(said.code, 'EVA_BAD_ID');
    assert.equal(said.exitCode, 2);
    assert.deepEqual(idProblem(id)?.params, { id: id.length > 100 ? `${id.slice(0, 100)}…` : id, flaw: reason });
  });
}

test('common ids are valid', () => {
  for (const id of ['diff', 'surgical-diff', 'sql.review', 'a_b', 'Überschrift', 'a'.repeat(100)]) {
    assert.equal(idProblem(id), undefined);
  }
});

test('an unknown id gets the nearest one as a suggestion, else the list', (t) => {
  const root = tempLibrary(t, { 'prompts/surgical-diff/meta.yml': '', 'prompts/sql-review/meta.yml': '' });
  const known = ['sql-review', 'surgical-diff'];
  for (const [id, meant] of [
    ['surgical-dif', 'surgical-diff'],
    ['x', undefined],
  ] as const) {
    const params = { id, meant, known };
    assert.deepEqual(
      problemOf(() => checkPromptId(root, id)),
      { code: 'EVA_UNKNOWN_PROMPT', variant: 'library', params },
    );
  }
});

test('a library without prompts is an error', (t) => {
  const root = tempLibrary(t, { 'prompts/README.md': '' });
  assert.deepEqual(problemOf(() => checkPromptId(root, 'x')).params, { id: 'x', meant: undefined, known: [] });
});

test('a prompt may be a link inside the library, and is refused if the link leaves it', (t) => {
  const outside = tempLibrary(t, { 'diff/meta.yml': '' });
  const root = tempLibrary(t, {
    'prompts/diff/meta.yml': '',
    'prompts/inside': { link: 'diff' },
    'prompts/outside': { link: join(outside, 'diff') },
    'prompts/above': { link: '../..' },
  });
  assert.equal(checkPromptId(root, 'inside'), join(root, 'prompts', 'inside'));
  for (const id of ['outside', 'above']) {
    const { code, variant } = problemOf(() => checkPromptId(root, id));
    assert.deepEqual([code, variant], ['EVA_BAD_ID', 'link']);
  }
  assert.equal(promptDirProblem(root, 'inside'), undefined);
  assert.deepEqual(promptDirProblem(root, 'outside')?.at, { file: 'prompts/outside' });
});
