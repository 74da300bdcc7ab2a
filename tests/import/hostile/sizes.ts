import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type HostileFolder, put, putConfig } from './hostile-folder.js';

const megabyte = 1024 * 1024;

/** Writes a large file in pieces: a piece again and again until the size is reached. */
function putLarge(
  dir: string,
  path: string,
  { start, piece, bytes }: { start: string; piece: string; bytes: number },
): void {
  const block = Buffer.from(piece.repeat(Math.ceil(megabyte / piece.length)));
  const file = openSync(join(dir, path), 'w');
  try {
    writeSync(file, start);
    for (let written = 0; written < bytes; written += block.length) writeSync(file, block);
  } finally {
    closeSync(file);
  }
}

/** Aliases of aliases: ten levels of ten are 10^10 texts. */
function aliasBomb(): readonly string[] {
  const levels = Array.from({ length: 10 }, (_, level) => {
    const items = level === 0 ? '"x"' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array(10).fill(items).join(', ')}]`;
  });
  return [...levels, 'tests: [{ vars: { x: *l9 } }]'];
}

/** Lists of values that multiply out to 10^12 cases. */
const manyCombinations = [
  'tests:',
  `  - vars: { x: a, ${Array.from({ length: 12 }, (_, i) => `v${i}: [a, b, c, d, e, f, g, h, i, j]`).join(', ')} }`,
];

/** References that double at each step: 2^40 assertions. */
function doublingReferences(): readonly string[] {
  const step = (level: number) => `{ $ref: '#/assertionTemplates/t${level}' }`;
  const templates = Array.from({ length: 40 }, (_, level) => {
    return `  t${level}: { type: assert-set, assert: [${step(level + 1)}, ${step(level + 1)}] }`;
  });
  const last = '  t40: { type: contains, value: x }';
  return ['assertionTemplates:', ...templates, last, 'tests:', `  - { vars: { x: a }, assert: [${step(0)}] }`];
}

/** Configurations that grow without a bound, or are large. */
export const hostileSizes: readonly HostileFolder[] = [
  { name: 'aliases of aliases', make: (dir) => putConfig(dir, aliasBomb()) },
  { name: 'lists that multiply out to 10^12 cases', make: (dir) => putConfig(dir, manyCombinations) },
  { name: 'references that double', make: (dir) => putConfig(dir, doublingReferences()) },
  {
    name: 'lists in lists, 10,000 deep',
    make: (dir) => putConfig(dir, [`deep: ${'['.repeat(10_000)}${']'.repeat(10_000)}`]),
  },
  {
    name: 'mappings in mappings, 10,000 deep, in JSON',
    make: (dir) =>
      put(
        dir,
        'promptfooconfig.json',
        `{"prompts":["x"],"providers":["echo"],"deep":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`,
      ),
  },
  {
    name: 'sets in sets, 5,000 deep',
    make: (dir) =>
      putConfig(dir, [
        'tests:',
        `  - { vars: { x: a }, assert: [${'{type: assert-set, assert: ['.repeat(5000)}${']}'.repeat(5000)}] }`,
      ]),
  },
  {
    name: 'values that refer to each other, 10,000 of them',
    make: (dir) =>
      putConfig(dir, [
        'tests:',
        '  - vars:',
        ...Array.from({ length: 10_000 }, (_, i) => `      v${i}: '{{v${i + 1}}}{{v${i + 1}}}'`),
        '      x: "{{v0}}"',
      ]),
  },
  {
    name: '5,000 providers',
    make: (dir) =>
      put(
        dir,
        'promptfooconfig.yaml',
        `prompts: ['Say {{x}}']\nproviders:\n${Array.from({ length: 5000 }, (_, i) => `  - openai:chat:m${i}\n`).join('')}tests: [{ vars: { x: a } }]\n`,
      ),
  },
  {
    name: '2,000 prompts in one file',
    make(dir) {
      put(dir, 'many.txt', Array.from({ length: 2000 }, (_, i) => `Say {{x}} ${i}\n`).join('---\n'));
      put(
        dir,
        'promptfooconfig.yaml',
        'prompts: [file://many.txt]\nproviders: [anthropic:messages:claude-opus-4-7]\ntests: [{ vars: { x: a } }]\n',
      );
    },
  },
  {
    name: 'a line of 64 MB',
    large: true,
    make(dir) {
      putLarge(dir, 'long.txt', { start: '', piece: 'x', bytes: 64 * megabyte });
      putConfig(dir, ['tests: [{ vars: { x: file://long.txt } }]']);
    },
  },
  {
    name: 'rows of 100 MB',
    large: true,
    make(dir) {
      putLarge(dir, 'rows.csv', { start: 'x,__expected\n', piece: 'a value,contains: value\n', bytes: 100 * megabyte });
      putConfig(dir, ['tests: file://rows.csv']);
    },
  },
  {
    name: 'rows whose first quote never ends',
    large: true,
    make(dir) {
      putLarge(dir, 'rows.csv', { start: 'x\n"', piece: 'never ends\n', bytes: 20 * megabyte });
      putConfig(dir, ['tests: file://rows.csv']);
    },
  },
  {
    name: 'a configuration of 64 MB',
    large: true,
    make: (dir) =>
      putLarge(dir, 'promptfooconfig.yaml', { start: 'prompts: [x]\n', piece: '# nothing\n', bytes: 64 * megabyte }),
  },
];
