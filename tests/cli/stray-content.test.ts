import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { openLibrary } from '../promises/open-library.js';
import type { Files } from '../support/temp-library.js';

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0a'.repeat(32)}\nsize 12345\n`;
const page = '<!DOCTYPE html>\n<html><head><title>404 Not found</title></head></html>\n';

/** Returns an eval.yml with one case of these lines. */
const oneCase = (lines: string) =>
  `defaults: { model: claude-x }\ncases:\n  - name: one\n    sample_size: 1\n    ${lines}\n`;
const code = 'inputs: { code: a }\n    ';
const check = 'assert: [{ contains: good }]';

const checksOfData = `import data from './data.json' with { type: 'json' };\nexport const good = () => data.good;\n`;

interface Stray {
  readonly file: string;
  readonly lines?: string;
  readonly files?: Files;
  readonly args?: readonly string[];
}

const strays: readonly Stray[] = [
  { file: 'prompts/diff/prompt.xml' },
  { file: 'prompts/diff/meta.yml' },
  { file: 'prompts/diff/eval.yml' },
  { file: 'eva.yml' },
  { file: 'prompts/diff/a.txt', lines: `files: { code: a.txt }\n    ${check}` },
  { file: 'in/inputs.yml', lines: `inputs_from: in\n    ${check}` },
  { file: 'a.csv', lines: `dataset: a.csv\n    ${check}` },
  { file: 'a.jsonl', lines: `dataset: a.jsonl\n    ${check}` },
  { file: 'a.json', lines: `dataset: a.json\n    ${check}` },
  { file: 'a.yml', lines: `dataset: a.yml\n    ${check}` },
  { file: 'a.schema.json', lines: `${code}assert: [{ json_schema: a.schema.json }]` },
  { file: 'tools.yml', lines: `${code}tools: tools.yml\n    ${check}` },
  { file: 'prompts/diff/rubrics.yml' },
  { file: 'prompts/diff/check.js', lines: `${code}assert: [{ command: [node, check.js] }]`, args: ['--trust'] },
  {
    file: 'prompts/diff/data.json',
    lines: `${code}assert: [{ module: "checks.mjs#good" }]`,
    files: { 'prompts/diff/checks.mjs': checksOfData },
    args: ['--trust'],
  },
  { file: '.eval.jsonl' },
  { file: '.attempts.jsonl' },
  { file: 'prompts/diff/recordings.jsonl', args: ['--record'] },
  { file: 'prompts/diff/labels.jsonl' },
];

for (const { file, lines = `${code}${check}`, files = {}, args = [] } of strays) {
  test(`a pointer of Git LFS in place of ${file} is refused before the first call`, async (t) => {
    const own = { 'prompts/diff/eval.yml': oneCase(lines), ...files };
    const { root, server, eva } = await openLibrary(t, { files: own, answer: () => 'good' });
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), pointer);
    const { exitCode, stderr } = await eva('eval', 'diff', ...args);
    assert.match(stderr, /EVA_STRAY_CONTENT/);
    assert.deepEqual([exitCode, server.requests.length], [2, 0]);
    assert.equal(readFileSync(join(root, file), 'utf8'), pointer);
  });
}

for (const [file, args] of [
  ['.compare.jsonl', ['doctor']],
  ['.eval.jsonl', ['promote', 'diff', '--check']],
  ['prompts/diff/.promotions.jsonl', ['promote', 'diff', '--force']],
  ['prompts/diff/.usage.jsonl', ['promote', 'diff', '--check']],
  ['prompts/diff/labels.jsonl', ['doctor', 'diff']],
] as const) {
  test(`eva ${args[0]} refuses a pointer of Git LFS in place of ${file}`, async (t) => {
    const { root, server, eva } = await openLibrary(t, {
      files: { 'prompts/diff/eval.yml': oneCase(`${code}${check}`) },
      answer: () => 'good',
    });
    writeFileSync(join(root, file), pointer);
    const { stdout, stderr } = await eva(...args);
    assert.match(stdout + stderr, /EVA_STRAY_CONTENT/);
    assert.deepEqual([server.requests.length, readFileSync(join(root, file), 'utf8')], [0, pointer]);
  });
}

for (const [file, lines] of [
  ['a.csv', `dataset: a.csv\n    ${check}`],
  ['a.json', `dataset: a.json\n    ${check}`],
  ['a.schema.json', `${code}assert: [{ json_schema: a.schema.json }]`],
  ['prompts/diff/data.json', `${code}assert: [{ module: "checks.mjs#good" }]`],
] as const) {
  test(`a web page in place of ${file} is refused`, async (t) => {
    const files = { 'prompts/diff/eval.yml': oneCase(lines), 'prompts/diff/checks.mjs': checksOfData, [file]: page };
    const { eva, server } = await openLibrary(t, { files });
    const { exitCode, stderr } = await eva('eval', 'diff', '--trust');
    assert.match(stderr, /EVA_STRAY_CONTENT/);
    assert.deepEqual([exitCode, server.requests.length], [2, 0]);
  });
}
