import { aCaseWithout, bad, evalFile, goodCase } from './fixture.js';

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
