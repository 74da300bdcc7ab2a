import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadRubricsFile } from '#library/prompt/rubrics.js';
import { appendRubrics } from '#library/source/write-yaml.js';
import type { FrozenRubric } from '#model/rubric.js';
import { tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const kind: FrozenRubric = {
  behavior: 'It is kind.',
  scale: { min: 1, max: 2 },
  levels: { 1: 'Rude: "no".', 2: 'Kind.' },
  written_by: 'claude-haiku-4-5-20251001',
  written: '2026-01-31',
};

const long: FrozenRubric = {
  behavior:
    'The assistant gives step-by-step instructions for resetting the password, and names no page that the shop does not have.',
  scale: { min: 1, max: 10 },
  levels: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index + 1, `Level ${index + 1}: of ten.`])),
};

function fileOf(t: TestContext, text: string): string {
  return join(tempLibrary(t, { 'rubrics.yml': text }), 'rubrics.yml');
}

/** Returns the entries of a rubrics.yml, without places. */
function read(t: TestContext, text: string) {
  const { value, problems } = loadRubricsFile(fileOf(t, text));
  assert.deepEqual(said(problems), []);
  return value?.map(({ at: _at, ...entry }) => entry);
}

test('a new file begins with its purpose, and is formatted as if a person wrote it', (t) => {
  const text = appendRubrics(null, [kind, long]);
  assert.equal(
    text,
    `# The rubrics by which expected behaviours are judged: one for each text and scale.
# A model wrote them once. They are yours to edit: until a behaviour's text changes, they are judged by as they stand here.

rubrics:
  - behavior: It is kind.
    scale: { min: 1, max: 2 }
    levels:
      1: 'Rude: "no".'
      2: Kind.
    written_by: claude-haiku-4-5-20251001
    written: 2026-01-31
  - behavior: >-
      The assistant gives step-by-step instructions for resetting the password, and names no page that the
      shop does not have.
    scale: { min: 1, max: 10 }
    levels:
      1: "Level 1: of ten."
      2: "Level 2: of ten."
      3: "Level 3: of ten."
      4: "Level 4: of ten."
      5: "Level 5: of ten."
      6: "Level 6: of ten."
      7: "Level 7: of ten."
      8: "Level 8: of ten."
      9: "Level 9: of ten."
      10: "Level 10: of ten."
`,
  );
  assert.deepEqual(read(t, text), [kind, long]);
});

test('the content of a file stays, with its comments and its order', () => {
  const before = `# Ours.
rubrics:
  # Looked at by Ida.
  - behavior: "It helps." # as agreed
    levels: { 1: 'a', 2: b } # short
    scale: { min: 1, max: 2 }
# the end
`;
  const after = appendRubrics(before, [{ ...kind, behavior: 'Another' }]);
  const [head, ...rest] = after.split('  - behavior: Another\n');
  assert.equal(head, before.replace('# the end\n', ''));
  assert.match(rest.join(''), /# the end\n$/);
});

test('a file anywhere on the disk is read, may be missing, and is named by its path', (t) => {
  const path = fileOf(t, 'rubrics: [{ behavior: x, levels: { 1: a } }]\n');
  assert.deepEqual(loadRubricsFile(`${path}.not`), { value: [], problems: [] });
  const { value, problems } = loadRubricsFile(path);
  assert.equal(value, null);
  assert.deepEqual(
    problems.map(({ at, code, message }) => [at?.file, at?.line, at?.column, code, message]),
    [[path, 1, 26, 'EVA_BAD_RUBRIC', 'the rubric has no level 2, 3, 4, 5, 6, 7, 8, 9 and 10 on a scale from 1 to 10']],
  );
});

test('a file that was edited by hand keeps its edits', (t) => {
  const path = fileOf(t, appendRubrics(null, [kind]).replace('Kind.', 'Kind, and says so. # not a comment'));
  writeFileSync(path, appendRubrics(readFileSync(path, 'utf8'), [long]));
  assert.deepEqual(
    loadRubricsFile(path).value?.map(({ levels }) => levels['2']),
    ['Kind, and says so.', 'Level 2: of ten.'],
  );
});
