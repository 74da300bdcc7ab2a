import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { candidatesFor, resolveInside } from '#library/source/inside-root.js';
import { runEva } from '../support/run-eva.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const files: Files = {
  '.env': 'KEY=1',
  '.config/plain/inputs.yml': 'code: hidden',
  'prompts/diff/.env': 'KEY=2',
  'prompts/diff/.a/b/c.txt': 'hidden',
  'prompts/diff/..odd': 'hidden',
  'prompts/diff/a.b/c.': 'dots elsewhere',
  link: { link: '.env' },
  'link-to-link': { link: 'link' },
  folder: { link: '.config/plain' },
  'prompts/diff/up': { link: '../../.env' },
  'prompts/diff/shown': { link: '.a/b' },
  '.back': { link: 'prompts/diff/a.b' },
};

const hiddenAsText = [
  '.env',
  './.env',
  '.a/b/c.txt',
  '..odd',
  '.config/plain/inputs.yml',
  'x/.y',
  '.back/c.',
  '...',
  'a\\.env',
];

const hiddenByLink = ['link', 'link-to-link', 'folder/inputs.yml', 'up', 'shown/c.txt', 'folder/missing'];

const shown = ['a.b/c.', './a.b/c.'];

for (const written of [...hiddenAsText, ...hiddenByLink]) {
  test(`${written} is hidden`, (t) => {
    const root = tempLibrary(t, files);
    const { value, problems } = resolveInside(root, candidatesFor('diff', written), undefined, 'none');
    assert.equal(value, null);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['EVA_HIDDEN_FILE'],
    );
  });
}

for (const written of [...shown, ...hiddenByLink.slice(0, -1), '.env', '.a/b/c.txt', '..odd', '.back/c.']) {
  test(`${written} can be read if hidden files are allowed`, (t) => {
    const root = tempLibrary(t, files);
    assert.deepEqual(said(resolveInside(root, candidatesFor('diff', written), undefined, 'all').problems), []);
  });
}

for (const written of shown) {
  test(`${written} is not hidden`, (t) => {
    const root = tempLibrary(t, files);
    assert.deepEqual(said(resolveInside(root, candidatesFor('diff', written), undefined, 'none').problems), []);
  });
}

test('a hidden folder above the library does not make its files hidden', (t) => {
  const outer = tempLibrary(t, { '.mine/library/a.txt': 'a', '.mine/library/prompts/diff/b': { link: '../../a.txt' } });
  for (const root of [`${outer}/.mine/library`]) {
    assert.deepEqual(said(resolveInside(root, candidatesFor('diff', 'a.txt'), undefined, 'none').problems), []);
    assert.deepEqual(said(resolveInside(root, candidatesFor('diff', 'b'), undefined, 'none').problems), []);
  }
});

test('a prompt may be in a hidden folder, but its files may not be links to hidden ones', (t) => {
  const root = tempLibrary(t, {
    '.real/diff/prompt.xml': 'body',
    '.real/diff/meta.yml': { link: '../../.env' },
    '.real/diff/eval.yml': { link: 'eval/real.yml' },
    '.real/diff/eval/real.yml': 'cases: []',
    '.env': 'KEY=1',
    prompts: { link: '.real' },
  });
  const codes = ['prompt.xml', 'meta.yml', 'eval.yml'].map((name) => {
    const { problems } = resolveInside(root, [`prompts/diff/${name}`]);
    return problems.map(({ code }) => code);
  });
  assert.deepEqual(codes, [[], ['EVA_HIDDEN_FILE'], []]);
});

/** Runs `eva plan` with these cases. Returns the exit code, and the places and codes of problems. */
async function planned(t: TestContext, cases: string): Promise<string> {
  const evalFile = `defaults: { model: claude-x }\n${cases}`;
  const root = tempLibrary(t, { ...goodPrompt(), ...files, 'prompts/diff/eval.yml': evalFile });
  const { exitCode, stderr } = await runEva(['plan', 'diff'], { cwd: root });
  return `${exitCode} ${[...stderr.matchAll(/^(\S+:\d+:\d+)|EVA_\w+/gm)].map(([found]) => found).join(' ')}`.trim();
}

const hiddenSchema = 'assert: [ { json_schema: .schema.json } ]';

const ways: readonly (readonly [string, string, string])[] = [
  ['files', 'files: { code: .env }', 'assert: [ { contains: a } ]'],
  ['a link under files', 'files: { code: link }', 'assert: [ { contains: a } ]'],
  ['inputs_from', 'inputs_from: .config/plain', 'assert: [ { contains: a } ]'],
  ['a link under inputs_from', 'inputs_from: folder', 'assert: [ { contains: a } ]'],
];

for (const [what, input, expected] of ways) {
  test(`${what}: a case reads a hidden file only if it says allow_hidden: true`, async (t) => {
    const caseWith = (more: string) => `cases:\n  - name: a\n    ${input}\n    ${expected}\n${more}`;
    assert.equal(await planned(t, caseWith('')), `2 prompts/diff/eval.yml:4:${columnOf(input)} EVA_HIDDEN_FILE`);
    assert.match(await planned(t, caseWith('    allow_hidden: false\n')), /EVA_HIDDEN_FILE/);
    assert.equal(await planned(t, caseWith('    allow_hidden: true\n')), '0');
  });
}

function columnOf(input: string): number {
  return 5 + (input.startsWith('files') ? input.indexOf('code: ') + 6 : input.indexOf(': ') + 2);
}

test('a json_schema in a hidden file needs allow_hidden too, also in then:', async (t) => {
  const schema = (where: string, more: string) => `cases:\n  - name: a\n    inputs: { code: x }\n    ${where}\n${more}`;
  for (const where of [
    hiddenSchema,
    `then: [ { ${hiddenSchema}, criteria: { proportion_gte: { proportion: 0.5 } } } ]`,
  ]) {
    assert.match(await planned(t, schema(where, '')), /^2 .*EVA_HIDDEN_FILE/);
    assert.match(await planned(t, schema(where, '    allow_hidden: true\n')), /^2 .*EVA_NO_FILE/);
  }
});

test('allow_hidden of one case does not apply to another one that names the same folder', async (t) => {
  const entry = (name: string, more: string) =>
    `  - name: ${name}\n    inputs_from: .config/plain\n    assert: [ { contains: a } ]\n${more}`;
  const allowed = entry('allowed', '    allow_hidden: true\n');
  assert.equal(
    await planned(t, `cases:\n${allowed}${entry('not', '')}`),
    '2 prompts/diff/eval.yml:8:18 EVA_HIDDEN_FILE',
  );
  assert.equal(
    await planned(t, `cases:\n${entry('not', '')}${allowed}`),
    '2 prompts/diff/eval.yml:4:18 EVA_HIDDEN_FILE',
  );
});
