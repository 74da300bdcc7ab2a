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
  '': 'it is empty',
  '  ': 'it is empty',
  '..': 'eva skips names that begin with "." or "_"',
  '.': 'eva skips names that begin with "." or "_"',
  '.git': 'eva skips names that begin with "." or "_"',
  _drafts: 'eva skips names that begin with "." or "_"',
  '../diff': 'it has a slash',
  'diff/../../etc': 'it has a slash',
  '/etc': 'it has a slash',
  'diff/': 'it has a slash',
  '..\\diff': 'it has a slash',
  'C:\\diff': 'it has a slash',
  'diff\0': 'it has control or invisible characters',
  'diff\n': 'it has control or invisible characters',
  '\u001b[31mdiff': 'it has control or invisible characters',
  'di\u009bff': 'it has control or invisible characters',
  'di\u202eff': 'it has control or invisible characters',
  'di\u200bff': 'it has control or invisible characters',
  'di\u2028ff': 'it has control or invisible characters',
  ['a'.repeat(101)]: 'it is longer than 100 characters',
};
for (const [id, reason] of Object.entries(badIds)) {
  test(`the id ${JSON.stringify(id).slice(0, 30)} is invalid: ${reason}`, () => {
    // The directory does not exist: the id is refused before it becomes a path.
    const said = errorOf(() => checkPromptId('/nonexistent', id));
    assert.equal(said.code, 'EVA_BAD_ID');
    assert.equal(said.exitCode, 2);
    assert.ok(idProblem(id)?.message.endsWith(`: ${reason}`), idProblem(id)?.message);
  });
}

test('common ids are valid', () => {
  for (const id of ['diff', 'surgical-diff', 'sql.review', 'a_b', 'Überschrift', 'a'.repeat(100)]) {
    assert.equal(idProblem(id), undefined);
  }
});

test('an unknown id gets the nearest one as a suggestion, else the list', (t) => {
  const root = tempLibrary(t, { 'prompts/surgical-diff/meta.yml': '', 'prompts/sql-review/meta.yml': '' });
  for (const [id, hint] of [
    ['surgical-dif', 'did you mean "surgical-diff"?'],
    ['x', 'there are: sql-review, surgical-diff'],
  ] as const) {
    const found = errorOf(() => checkPromptId(root, id));
    assert.deepEqual(
      [found.code, found.message, found.hint],
      ['EVA_UNKNOWN_PROMPT', `there is no prompt "${id}"`, hint],
    );
  }
});

test('a library without prompts is an error', (t) => {
  const root = tempLibrary(t, { 'prompts/README.md': '' });
  assert.equal(problemOf(() => checkPromptId(root, 'x')).message, 'there is no prompt "x"');
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
