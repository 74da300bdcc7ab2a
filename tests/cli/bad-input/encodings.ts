import { aCaseWithout, bad, bodyFile, evalFile, goodCase, metaFile } from './fixture.js';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const bigEndian = (text: string) => Buffer.from(utf16(text)).swap16();

export const encodings = [
  bad('eval.yml is UTF-16', evalFile(utf16(goodCase))),
  bad('eval.yml is big-endian UTF-16', evalFile(bigEndian(goodCase))),
  bad('eval.yml is Latin-1', evalFile(latin1('cases:\n  - name: caf\xe9\n'))),
  bad('meta.yml is UTF-16', metaFile(utf16('id: diff\n'))),
  bad('meta.yml is Latin-1', metaFile(latin1('id: diff\ntitle: caf\xe9\n'))),
  bad('prompt.xml is Latin-1', bodyFile(latin1('<task>caf\xe9 {{code}}</task>\n'))),
  bad('prompt.xml is cut inside a character', bodyFile(Buffer.from('<task>{{code}} é').subarray(0, 16))),
  bad('eva.yml is UTF-16', { 'eva.yml': utf16('concurrency: 2\n') }),
  bad('inputs.yml is Latin-1', {
    ...aCaseWithout('inputs_from: examples/one'),
    'prompts/diff/examples/one/inputs.yml': latin1('code: caf\xe9\n'),
  }),
  bad('a file of a case is not text', {
    ...aCaseWithout('files: { code: examples/picture.png }'),
    'prompts/diff/examples/picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]),
  }),
  bad(
    'a surrogate is encoded as if it were a character',
    evalFile(Buffer.from([0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80, 0x0a])),
  ),
  bad('eval.yml holds a byte order mark and nothing else', evalFile('\ufeff')),
  bad('eval.yml has two megabytes', evalFile(`# ${'x'.repeat(2_000_000)}\n${goodCase}`)),
  bad('prompt.xml has thirty megabytes', bodyFile('word '.repeat(6_000_000))),
  bad('a file of a case has thirty megabytes', {
    ...aCaseWithout('files: { code: examples/large.txt }'),
    'prompts/diff/examples/large.txt': 'word '.repeat(6_000_000),
  }),
];
