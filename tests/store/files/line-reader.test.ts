import assert from 'node:assert/strict';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { lineAt, linesOf } from '#store/files/jsonl.js';
import { tempLibrary } from '../../support/temp-library.js';

/** The bytes that the reader and `lineAt` read at once. */
const [chunk, look] = [1024 * 1024, 16 * 1024];

function opened(t: TestContext, text: string): { readonly fd: number; readonly path: string } {
  const path = join(tempLibrary(t, {}), 'a.jsonl');
  writeFileSync(path, text);
  const fd = openSync(path, 'r');
  t.after(() => closeSync(fd));
  return { fd, path };
}

const texts: Readonly<Record<string, string>> = {
  nothing: '',
  'one newline': '\n',
  'empty lines': '\n\n\n',
  'a line without an end': 'a\nb',
  'a line that ends with the chunk': `${'x'.repeat(chunk - 1)}\nnext\n`,
  'a line of a chunk': `${'x'.repeat(chunk)}\nnext\n`,
  'a line of a chunk and a byte': `${'x'.repeat(chunk + 1)}\nnext`,
  'a line of three chunks between short ones': `a\n${'y'.repeat(3 * chunk)}\nb\n`,
  'a last line over the edge of a chunk': `${'x'.repeat(chunk - 3)}\n${'é'.repeat(4)}`,
  'many lines': Array.from({ length: 30_000 }, (_, n) => `${n}`.repeat(12)).join('\n'),
  'lines about as long as one look': [look - 1, look, look + 1].map((length) => 'z'.repeat(length)).join('\n'),
};

for (const [what, text] of Object.entries(texts)) {
  test(`${what}: the lines between newlines are read, each with its offset`, (t) => {
    const { fd, path } = opened(t, text);
    const expected = text.split('\n');
    const isEnded = expected.at(-1) === '';
    if (isEnded) expected.pop();
    let start = 0;
    let count = 0;
    for (const found of linesOf(fd, path)) {
      const line = expected[count++] ?? '';
      assert.equal(found.line, count);
      assert.equal(found.start, start);
      assert.equal(found.isEnded, isEnded || count < expected.length);
      assert.ok(found.bytes?.equals(Buffer.from(line)), `line ${count}`);
      if (count <= 10) assert.ok(lineAt(fd, start)?.equals(Buffer.from(line)), `at ${start}`);
      start += Buffer.byteLength(line) + 1;
    }
    assert.equal(count, expected.length);
  });
}

test('there is no line at the end of a file', (t) => {
  const { fd } = opened(t, 'a\n');
  assert.equal(lineAt(fd, 2)?.length, 0);
});
