import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import fc from 'fast-check';
import { loadRubrics, loadRubricsFile } from '#library/prompt/rubrics.js';
import { valueAt } from '#library/source/place.js';
import { appendRubrics } from '#library/source/write-yaml.js';
import { parseYaml } from '#library/source/yaml-source.js';
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

test('entries are added to an empty list, and any other text is an error', (t) => {
  assert.deepEqual(read(t, appendRubrics('rubrics: []\n', [kind])), [kind]);
  for (const text of ['', 'rubrics: x\n', 'rubrics: [\n', 'other: []\n']) {
    assert.throws(() => appendRubrics(text, [kind]), /no rubrics\.yml/, text);
  }
});

test('adding no entries changes nothing, and adding twice keeps both', (t) => {
  const once = appendRubrics(null, [kind]);
  assert.equal(appendRubrics(once, []), once);
  assert.equal(appendRubrics(once, [long]), appendRubrics(null, [kind, long]));
  assert.deepEqual(read(t, appendRubrics(once, [long])), [kind, long]);
});

test('any text of a behaviour is read back unchanged', () => {
  const awkward = fc.constantFrom(
    '# no',
    '- x',
    'a: b',
    ' ',
    '\n',
    '\n\n',
    '\t',
    "'",
    '"',
    '{',
    '\\',
    '%',
    '\u0085',
    '\u2028',
    '\u0007',
    '…',
    'x'.repeat(90),
    'word '.repeat(30),
    '~',
    'null',
    '1',
    '---',
    '...',
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '@',
    '`',
    '\ufeff',
    '\r\n',
    '😀',
  );
  const texts = fc.array(fc.oneof(awkward, fc.string({ maxLength: 12, unit: 'grapheme' })), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(texts, (parts) => {
      const behavior = parts.join('').trim();
      fc.pre(/[^\s]/u.test(behavior));
      const text = appendRubrics(appendRubrics(null, [{ ...kind, behavior }]), [kind]);
      const { value, problems } = parseYaml(text, 'rubrics.yml');
      assert.deepEqual(said(problems), [], text);
      assert.deepEqual(
        [0, 1].map((index) => value && valueAt(value.value, ['rubrics', index, 'behavior'])),
        [behavior, kind.behavior],
      );
    }),
    { numRuns: 400 },
  );
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

test('a prompt without rubrics.yml has no rubrics, and line breaks within a level are ignored', (t) => {
  const levels = '      1: >\n        Rude\n        and short.\n      2: |\n        Kind,\n        at length.\n';
  const root = tempLibrary(t, {
    'prompts/a/meta.yml': 'id: a\n',
    'prompts/b/rubrics.yml': `rubrics:\n  - behavior: |\n      x\n    scale: { min: 1, max: 2 }\n    levels:\n${levels}`,
  });
  assert.deepEqual(loadRubrics(root, 'a'), { value: [], problems: [] });
  const [one] = loadRubrics(root, 'b').value ?? [];
  assert.equal(one?.behavior, 'x');
  assert.deepEqual(one?.levels, { 1: 'Rude and short.', 2: 'Kind, at length.' });
  assert.deepEqual([one?.at?.file, one?.at?.line], ['prompts/b/rubrics.yml', 2]);
});

test('a file that was edited by hand keeps its edits', (t) => {
  const path = fileOf(t, appendRubrics(null, [kind]).replace('Kind.', 'Kind, and says so. # not a comment'));
  writeFileSync(path, appendRubrics(readFileSync(path, 'utf8'), [long]));
  assert.deepEqual(
    loadRubricsFile(path).value?.map(({ levels }) => levels['2']),
    ['Kind, and says so.', 'Level 2: of ten.'],
  );
});
