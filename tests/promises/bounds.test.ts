import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { goodEval, goodMeta } from '../support/temp-library.js';
import { launcher } from '../support/tested-package.js';
import { type OpenLibrary, openLibrary } from './open-library.js';

/** A mapping of texts, each nine times the one before: 9^9 words. */
const laughs = `a0: &a0 lol\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`)}]\n`).join('')}`;
const indented = (text: string) => text.replace(/^(?=.)/gm, '    ');
const keys = (count: number) => Array.from({ length: count }, (_, n) => `key${n}: ${n}\n`).join('');

interface Bomb {
  readonly what: string;
  readonly text: string;
  readonly code: string;
}

const yamlBombs: readonly Bomb[] = [
  { what: '10 MB', text: `# ${'x'.repeat(10_000_000)}\n`, code: 'EVA_TOO_LARGE' },
  { what: 'a billion laughs', text: laughs, code: 'EVA_YAML_LIMIT' },
  { what: '50,000 brackets', text: '['.repeat(50_000), code: 'EVA_YAML_LIMIT' },
  { what: '50,000 braces', text: '{a: '.repeat(50_000), code: 'EVA_YAML_LIMIT' },
  { what: '50,000 dashes', text: '- '.repeat(50_000), code: 'EVA_YAML_LIMIT' },
  { what: '5,000 levels of indentation', text: levels(5_000), code: 'EVA_TOO_LARGE' },
  { what: '1,000 levels of indentation', text: levels(1_000), code: 'EVA_YAML_LIMIT' },
  { what: 'half a million commas', text: `[${','.repeat(500_000)}]`, code: 'EVA_YAML_LIMIT' },
];

function levels(count: number): string {
  return Array.from({ length: count }, (_, n) => `${' '.repeat(n)}a:\n`).join('');
}

/** Files of YAML, each with what makes the good library read it. */
const yamlPlaces: readonly (readonly [file: string, evalFile?: string])[] = [
  ['eva.yml'],
  ['prompts/diff/meta.yml'],
  ['prompts/diff/eval.yml'],
  ['prompts/diff/ex/inputs.yml', goodEval.replace('inputs: { code: "x = 1" }', 'inputs_from: ex')],
  ['prompts/diff/schema.json', goodEval.replace('contains: "<diff>"', 'json_schema: schema.json')],
];

const otherPlaces: readonly (readonly [file: string, evalFile?: string])[] = [
  ['prompts/diff/prompt.xml'],
  ['prompts/diff/code.py', goodEval.replace('inputs: { code: "x = 1" }', 'files: { code: code.py }')],
  ['prompts/diff/recordings.jsonl'],
];

/** The code of every problem in an output. */
const codes = (text: string) => text.match(/EVA_[A-Z_]+/g) ?? [];

/** Ends quickly with exit 2, one message and nothing sent. */
async function assertRefused({ eva, server }: OpenLibrary, args: readonly string[], code: RegExp): Promise<void> {
  const start = performance.now();
  const { exitCode, stdout, stderr } = await eva(...args);
  const seconds = (performance.now() - start) / 1000;
  assert.equal(exitCode, 2, stdout + stderr);
  assert.match(stderr, code);
  assert.equal(codes(stderr).length, 1, stderr);
  assert.ok(stderr.length < 3_000, `${stderr.length} characters`);
  assert.ok(seconds < 60, `${seconds} s`);
  assert.equal(server.requests.length, 0);
}

const filesWith = (evalFile: string | undefined) => (evalFile ? { 'prompts/diff/eval.yml': evalFile } : {});

for (const [file, evalFile] of yamlPlaces) {
  for (const { what, text, code } of yamlBombs) {
    test(`${what} as ${file} is refused at once`, async (t) => {
      const library = await openLibrary(t, { files: { ...filesWith(evalFile), [file]: text } });
      await assertRefused(library, ['eval', 'diff'], new RegExp(code));
    });
  }
}

const oddities: readonly (readonly [what: string, make: (path: string) => void, code: RegExp])[] = [
  ['a named pipe', (path) => execFileSync('mkfifo', [path]), /EVA_NOT_A_FILE|EVA_ODD_FILE/],
  ['a link to /dev/zero', (path) => symlinkSync('/dev/zero', path), /EVA_OUTSIDE|EVA_ODD_FILE/],
  ['a directory', (path) => mkdirSync(path), /EVA_NOT_A_FILE|EVA_ODD_FILE/],
  ['a link to itself', (path) => symlinkSync(path, path), /EVA_UNREADABLE|EVA_ODD_FILE/],
  ['a file of 200 MB', (path) => sparse(path, 200_000_000), /EVA_TOO_LARGE|EVA_LOG_TOO_LARGE/],
];

function sparse(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

for (const [file, evalFile] of [...yamlPlaces, ...otherPlaces]) {
  for (const [what, make, code] of oddities) {
    test(`${what} as ${file} is refused at once`, async (t) => {
      const library = await openLibrary(t, { files: filesWith(evalFile) });
      const path = join(library.root, file);
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { force: true });
      make(path);
      await assertRefused(library, ['eval', 'diff', '--replay'], code);
    });
  }
}

for (const [what, make, code] of oddities) {
  for (const file of ['.eval.jsonl', 'prompts/diff/.usage.jsonl']) {
    test(`${what} as ${file} does not hold up promote`, async (t) => {
      const files = { 'prompts/diff/meta.yml': goodMeta.replace('status: draft', 'status: tested') };
      const library = await openLibrary(t, { files });
      make(join(library.root, file));
      await assertRefused(library, ['promote', 'diff'], code);
    });
  }
}

for (const [file, evalFile] of yamlPlaces.slice(0, 4)) {
  test(`20,000 keys as ${file} are told of in a few screenfuls`, async (t) => {
    // meta.yml may have keys of its own, but not below promotion.
    const text = file.endsWith('meta.yml') ? `promotion:\n${indented(keys(20_000))}` : keys(20_000);
    const { eva } = await openLibrary(t, { files: { ...filesWith(evalFile), [file]: text } });
    const { exitCode, stderr } = await eva('eval', 'diff');
    assert.equal(exitCode, 2);
    assert.ok(codes(stderr).length <= 60, `${codes(stderr).length} problems`);
  });
}

test('an alias of itself is no loop', async (t) => {
  const { eva } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': 'cases: &a [*a]\n' } });
  const { exitCode, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_YAML_ALIAS/);
});

test('150 honest aliases are read, and so are 20,000 values of a list', async (t) => {
  const aliases = Array.from({ length: 150 }, (_, n) => `\n        key${n}: *shared`).join('');
  const many = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => n));
  const code = `inputs:\n      code:\n        first: &shared { m: 1 }${aliases}\n        many: ${many}`;
  const evalFile = goodEval.replace('inputs: { code: "x = 1" }', code);
  const { eva, server } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': evalFile } });
  const output = await eva('eval', 'diff');
  assert.equal(output.exitCode, 0, output.stderr);
  const sent: string = server.requests[0]?.body.messages[0].content;
  assert.equal(sent.match(/\{"m":1\}/g)?.length, 151);
  assert.ok(sent.includes(',19998,19999]'));
});

for (const [what, text] of [
  ['a billion laughs', laughs],
  ['20,000 keys', keys(20_000)],
] as const) {
  test(`${what} as eval.yml is refused by a process of its own with 300 MB`, async (t) => {
    const { root, env } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': text } });
    const child = spawnSync(process.execPath, ['--max-old-space-size=300', launcher, 'eval', 'diff'], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    assert.equal(child.status, 2, child.stderr.slice(0, 2_000));
    assert.doesNotMatch(child.stderr, /heap|\n\s+at /);
  });
}
