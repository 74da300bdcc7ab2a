import { aCaseWithout, bad, evalFile, goodCase, metaLine, metaPlus } from './fixture.js';

export const bodies = [
  bad('all three files are missing', {
    'prompts/diff': { directory: true },
    'prompts/diff/meta.yml': null,
    'prompts/diff/prompt.xml': null,
    'prompts/diff/eval.yml': null,
  }),
];

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const bigEndian = (text: string) => Buffer.from(utf16(text)).swap16();

export const encodings = [
  bad('eval.yml is Latin-1', evalFile(latin1('cases:\n  - name: caf\xe9\n'))),
  bad('eval.yml is big-endian UTF-16', evalFile(bigEndian(goodCase))),
  bad('eva.yml is UTF-16', { 'eva.yml': utf16('concurrency: 2\n') }),
  bad('a file of a case is not text', {
    ...aCaseWithout('files: { code: examples/picture.png }'),
    'prompts/diff/examples/picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]),
  }),
  bad('eval.yml has two megabytes', evalFile(`# ${'x'.repeat(2_000_000)}\n${goodCase}`)),
];

export const meta = [
  bad('id differs from the directory', metaLine('id: diff', 'id: dif')),
  bad('summary is a mapping', metaLine('summary: Changes what was asked for and nothing else.', 'summary: { en: x }')),
  bad('version is null', metaLine('version: 1.0.0', 'version: ~')),
  bad('an input is named with a space', metaPlus('  - name: my code')),
];
