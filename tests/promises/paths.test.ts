import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type FileContent, type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';
import { type OpenLibrary, openLibrary } from './open-library.js';

const marker = 'BYTES-FROM-OUTSIDE';

/** What lies beside the library: files that would do if they were in it, each holding the marker. */
const outsideFiles: Files = {
  ...goodPrompt(),
  'prompts/diff/prompt.xml': `<task>${marker} {{code}}</task>\n`,
  'inputs.yml': `code: ${marker}\n`,
  'code.py': `${marker}\n`,
  'schema.json': `{ "const": "${marker}" }\n`,
  'eva.yml': `providers: { x: { type: openai, base_url: "${marker}" } }\n`,
  'meta.yml': goodMeta.replace('Surgical diff', marker),
  'eval.yml': goodEval.replace('x = 1', marker),
  'prompt.xml': `<task>${marker} {{code}}</task>\n`,
  aliases: `${marker} is no verb\n`,
  'log.jsonl': `${marker}\n`,
  'recordings.jsonl': `${marker}\n`,
};

interface Neighbours extends OpenLibrary {
  readonly outside: string;
  /** Runs a command that must not say, send or change anything of the outside, and returns what it did say. */
  readonly kept: (...args: readonly string[]) => Promise<{ exitCode: number; stderr: string; said: string }>;
}

async function withNeighbour(t: TestContext, filesOf: (outside: string) => Files): Promise<Neighbours> {
  const outside = tempLibrary(t, outsideFiles);
  const library = await openLibrary(t, { files: filesOf(outside) });
  const before = treeHash(outside);
  return {
    ...library,
    outside,
    kept: async (...args) => {
      const { exitCode, stdout, stderr } = await library.eva(...args);
      assert.doesNotMatch(stdout + stderr, new RegExp(marker));
      assert.doesNotMatch(JSON.stringify(library.server.requests), new RegExp(marker));
      assert.equal(treeHash(outside), before, 'the outside is as it was');
      return { exitCode, stderr, said: stdout + stderr };
    },
  };
}

const ids: readonly ((outside: string) => string)[] = [
  () => '../diff',
  () => '../../etc',
  (outside) => `../../${outside.split('/').at(-1)}/prompts/diff`,
  (outside) => join(outside, 'prompts/diff'),
  () => '/etc',
  () => '/',
  () => 'diff\\..\\diff',
  () => '..\\diff',
  () => 'C:\\diff',
  () => 'diff\0',
  () => 'diff\0/../../etc',
  () => '',
  () => ' ',
  () => '.',
  () => '..',
  () => '.hidden',
  () => '_draft',
  () => 'a'.repeat(5_000),
  () => 'diff\u202e',
  () => '%2e%2e%2fdiff',
  () => '~',
];

for (const idOf of ids) {
  test(`the id ${JSON.stringify(idOf('/tmp/x')).slice(0, 60)} leads nowhere`, async (t) => {
    const { kept, outside, server } = await withNeighbour(t, () => ({
      'prompts/.hidden/meta.yml': goodMeta,
      'prompts/_draft/meta.yml': goodMeta,
    }));
    for (const command of ['eval', 'promote', 'doctor', 'trust']) {
      const { exitCode, stderr } = await kept(command, idOf(outside));
      assert.equal(exitCode, 2, command);
      assert.match(stderr, /EVA_BAD_ID|EVA_UNKNOWN_PROMPT/, command);
      assert.ok(stderr.length < 500, 'the message is short');
    }
    assert.equal(server.requests.length, 0);
  });
}

const link = (outside: string, file = ''): FileContent => ({ link: join(outside, file) });
const inputsFrom = (path: string) => goodEval.replace('inputs: { code: "x = 1" }', `inputs_from: ${path}`);
const filesFrom = (path: string) => goodEval.replace('inputs: { code: "x = 1" }', `files: { code: ${path} }`);
const schemaFrom = (path: string) => goodEval.replace('contains: "<diff>"', `json_schema: ${path}`);

/** Ways out of the library for a path that eval.yml writes, each with what it needs in the library. */
const waysOut: readonly (readonly [what: string, pathOf: (outside: string) => string, Files])[] = [
  ['up', (outside) => `../${outside.split('/').at(-1)}`, {}],
  ['up from below', (outside) => `ex/../../${outside.split('/').at(-1)}`, {}],
  ['up with backslashes', (outside) => `'..\\${outside.split('/').at(-1)}'`, {}],
  ['an absolute path', (outside) => outside, {}],
  ['a path that holds NUL', (outside) => `"${outside}\\0"`, {}],
  ['a linked directory', () => 'linked', {}],
  ['a linked directory in the prompt', () => 'below', {}],
];

const kinds: readonly (readonly [key: string, evalFor: (path: string) => string, file: string])[] = [
  ['inputs_from', inputsFrom, ''],
  ['files', filesFrom, '/code.py'],
  ['json_schema', schemaFrom, '/schema.json'],
];

for (const [key, evalFor, file] of kinds) {
  for (const [what, pathOf, more] of waysOut) {
    test(`${key} does not leave the library by ${what}`, async (t) => {
      const { kept, server } = await withNeighbour(t, (outside) => ({
        ...more,
        linked: link(outside),
        'prompts/diff/below': link(outside),
        'prompts/diff/eval.yml': evalFor(pathOf(outside).replace(/(["'\\0]*)$/, `${file}$1`)),
      }));
      for (const [exit, ...args] of [
        [2, 'eval', 'diff'],
        [2, 'promote', 'diff'],
        [0, 'trust'],
      ] as const) {
        const { exitCode, stderr } = await kept(...args);
        assert.equal(exitCode, exit, stderr);
        assert.match(stderr, /EVA_OUTSIDE/);
      }
      assert.equal((await kept('doctor')).exitCode, 1);
      assert.equal(server.requests.length, 0);
    });
  }
}

/** Files that eva reads without being told their path. */
const linkedFiles: readonly (readonly [file: string, target: string, Files?, flag?: string])[] = [
  ['eva.yml', 'eva.yml'],
  ['prompts/diff/meta.yml', 'meta.yml'],
  ['prompts/diff/prompt.xml', 'prompt.xml'],
  ['prompts/diff/eval.yml', 'eval.yml'],
  ['prompts/diff/ex/inputs.yml', 'inputs.yml', { 'prompts/diff/eval.yml': inputsFrom('ex') }],
  ['prompts/diff/code.py', 'code.py', { 'prompts/diff/eval.yml': filesFrom('code.py') }],
  ['prompts/diff/schema.json', 'schema.json', { 'prompts/diff/eval.yml': schemaFrom('schema.json') }],
  ['prompts/diff/recordings.jsonl', 'recordings.jsonl', {}, '--replay'],
  [
    'prompts/diff',
    'prompts/diff',
    { 'prompts/diff/meta.yml': null, 'prompts/diff/prompt.xml': null, 'prompts/diff/eval.yml': null },
  ],
];

for (const [file, target, more = {}, flag = '--json'] of linkedFiles) {
  test(`${file} as a link that leaves the library is not followed`, async (t) => {
    const { kept, server } = await withNeighbour(t, (outside) => ({
      [file]: null,
      ...more,
      [file]: link(outside, target),
    }));
    const { exitCode, stderr } = await kept('eval', 'diff', flag);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, /EVA_OUTSIDE|EVA_BAD_ID|EVA_ODD_FILE/);
    for (const args of [['promote', 'diff', '--force'], ['doctor'], ['doctor', '--json'], ['trust']])
      await kept(...args);
    assert.equal(server.requests.length, 0);
  });
}

test('a linked prompt shows none of its files to doctor, its aliases neither', async (t) => {
  const { kept } = await withNeighbour(t, (outside) => ({ 'prompts/other': link(outside) }));
  const { exitCode, said } = await kept('doctor');
  assert.equal(exitCode, 1);
  assert.match(said, /prompts\/other.*symbolic link that leaves the library/);
});

/** Files that eva writes. */
const written: readonly (readonly [file: string, target: string, ...args: string[]])[] = [
  ['.eval.jsonl', 'log.jsonl', 'eval', 'diff'],
  ['.eva', 'prompts', 'eval', 'diff'],
  ['.eva/runs', 'prompts', 'eval', 'diff'],
  ['.eva/cache', 'prompts', 'eval', 'diff', '--cache'],
  ['prompts/diff/recordings.jsonl', 'recordings.jsonl', 'eval', 'diff', '--record'],
  ['prompts/diff/.promotions.jsonl', 'log.jsonl', 'promote', 'diff', '--force'],
  ['prompts/diff/.usage.jsonl', 'log.jsonl', 'promote', 'diff', '--force'],
];

for (const [file, target, ...args] of written) {
  test(`eva ${args.join(' ')} does not write through ${file}`, async (t) => {
    const { kept } = await withNeighbour(t, (outside) => ({ [file]: link(outside, target) }));
    const { exitCode, stderr } = await kept(...args);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, /EVA_ODD_FILE/);
  });
}

test('a schema refers to nothing outside of itself: not to a file, and nothing is fetched', async (t) => {
  let visits = 0;
  const web = createServer((_request, response) => response.end(`{}${visits++}`)).listen(0, '127.0.0.1');
  t.after(() => web.close());
  await new Promise((resolve) => web.once('listening', resolve));
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/schema.json`;
  const { outside } = await withNeighbour(t, () => ({}));
  const schemas = [
    `{ $ref: "file://${outside}/schema.json" }`,
    `{ $ref: "${outside}/schema.json" }`,
    '{ $ref: "../../schema.json#/a" }',
    `{ $ref: "${url}" }`,
    `{ $id: "${url}", $ref: other.json }`,
    `{ $dynamicRef: "${url}#a" }`,
    `{ $schema: "${url}" }`,
    `{ properties: { a: { items: { $ref: "${url}#/b" } } } }`,
  ];
  for (const schema of schemas) {
    const { kept, server } = await withNeighbour(t, () => ({ 'prompts/diff/eval.yml': schemaFrom(schema) }));
    const { exitCode, stderr } = await kept('eval', 'diff');
    assert.equal(exitCode, 2, `${schema} ${stderr}`);
    assert.match(stderr, /EVA_BAD_SCHEMA/);
    assert.equal(server.requests.length, 0);
  }
  assert.equal(visits, 0);
});
