import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { appendRow, readRows } from '#store/files/jsonl.js';
import { errorOf, problemOf } from '../../support/error-of.js';
import { tempLibrary } from '../../support/temp-library.js';

const anything = (value: unknown) => ({ value });

/** Returns the rows of a log and the numbers of its bad lines. */
function linesOf(path: string) {
  const { rows, bad } = readRows(path, anything);
  return { rows, badLines: bad.map(({ line }) => line) };
}

const appender = fileURLToPath(new URL('../../support/append-rows.js', import.meta.url));

for (const bytes of [200, 20_000, 60_000]) {
  test(`two processes that append 1,000 rows of ${bytes} bytes each lose, join and mix none`, async (t) => {
    const path = join(tempLibrary(t, {}), 'log.jsonl');
    const append = (writer: string) =>
      promisify(execFile)(process.execPath, [appender, path, writer, '1000', `${bytes}`]);
    await Promise.all([append('a'), append('b')]);
    const { rows, bad } = readRows(path, (value) => ({
      value: value as { writer: string; n: number; filling: string },
    }));
    assert.deepEqual(bad, []);
    assert.ok(rows.every(({ value }) => Buffer.byteLength(JSON.stringify(value)) === bytes - 1));
    for (const writer of ['a', 'b']) {
      const numbers = rows.filter(({ value }) => value.writer === writer).map(({ value }) => value.n);
      assert.deepEqual(
        numbers,
        Array.from({ length: 1000 }, (_, n) => n),
      );
    }
  });
}

test('only a truncated last line is lost: the next row begins on a new line', (t) => {
  const path = join(tempLibrary(t, { 'log.jsonl': '{"n":1}\n{"n":2,"te' }), 'log.jsonl');
  appendRow(path, { n: 3 });
  assert.equal(readFileSync(path, 'utf8'), '{"n":1}\n{"n":2,"te\n{"n":3}\n');
  assert.deepEqual(linesOf(path), {
    rows: [
      { line: 1, value: { n: 1 } },
      { line: 3, value: { n: 3 } },
    ],
    badLines: [2],
  });
});

test('a tail of NULs after a power cut costs no other row', (t) => {
  const path = join(tempLibrary(t, { 'log.jsonl': '{"n":1}\n' }), 'log.jsonl');
  truncateSync(path, 4096);
  appendRow(path, { n: 2 });
  assert.deepEqual(linesOf(path), {
    rows: [
      { line: 1, value: { n: 1 } },
      { line: 3, value: { n: 2 } },
    ],
    badLines: [2],
  });
});

test('a row that is cut anywhere is either read completely or listed, and the next row is always read', (t) => {
  const path = join(tempLibrary(t, {}), 'log.jsonl');
  const row = '{"name":"é","list":[1,{"a":"}"}]}';
  const bytes = Buffer.from(row);
  for (let length = 1; length <= bytes.length; length++) {
    writeFileSync(path, bytes.subarray(0, length));
    appendRow(path, { after: true });
    const { rows, bad } = readRows(path, anything);
    assert.deepEqual(rows.at(-1)?.value, { after: true });
    assert.equal(rows.length + bad.length, 2, `cut at ${length}`);
    assert.equal(bad.length, length === bytes.length ? 0 : 1, `cut at ${length}`);
  }
});

test('lines that are not rows are listed with their reasons and the others are read', (t) => {
  const lines = ['\uFEFF{"n":1}\r', '', '  \t', '<<<<<<< HEAD', '{"n":2}', '{"n":NaN}', '{"__proto__":{"n":3}}'];
  const root = tempLibrary(t, {
    'log.jsonl': Buffer.concat([Buffer.from(lines.join('\n')), Buffer.from('\n"\xff"\n', 'latin1')]),
  });
  const { rows, bad } = readRows(join(root, 'log.jsonl'), anything);
  assert.deepEqual(
    rows.map(({ line, value }) => [line, JSON.stringify(value)]),
    [
      [1, '{"n":1}'],
      [5, '{"n":2}'],
      [7, '{"__proto__":{"n":3}}'],
    ],
  );
  assert.deepEqual(
    bad.map(({ line }) => line),
    [4, 6, 8],
  );
});

test('a log that does not exist has no rows', (t) => {
  assert.deepEqual(readRows(join(tempLibrary(t, {}), 'log.jsonl'), anything), { rows: [], bad: [] });
});

test('text with line ends of every kind stays one row, readable by jq and by eva', (t) => {
  const path = join(tempLibrary(t, {}), 'log.jsonl');
  const row = { text: 'a\nb\r\u2028\u2029\u0085\u0000\ud800 z' };
  appendRow(path, row, { sync: true });
  assert.equal(readFileSync(path, 'utf8').split('\n').length, 2);
  assert.deepEqual(readRows(path, anything).rows, [{ line: 1, value: row }]);
});

test('a row of 64 kB is refused before anything is written', (t) => {
  const path = join(tempLibrary(t, {}), 'log.jsonl');
  appendRow(path, { text: 'x'.repeat(65_535 - 12) });
  assert.equal(readFileSync(path).length, 65_535);
  assert.equal(errorOf(() => appendRow(path, { text: 'x'.repeat(65_536 - 12) })).code, 'EVA_INTERNAL');
  assert.equal(readFileSync(path).length, 65_535);
});

test('a log that is a link, a pipe or a device is refused without a wait', (t) => {
  const root = tempLibrary(t, { 'elsewhere.txt': 'mine\n', 'linked.jsonl': { link: 'elsewhere.txt' } });
  symlinkSync('/dev/zero', join(root, 'zero.jsonl'));
  execFileSync('mkfifo', [join(root, 'pipe.jsonl')]);
  for (const name of ['linked', 'zero', 'pipe']) {
    const path = join(root, `${name}.jsonl`);
    assert.equal(errorOf(() => readRows(path, anything)).code, 'EVA_ODD_FILE');
    assert.equal(errorOf(() => appendRow(path, { n: 1 })).code, 'EVA_ODD_FILE');
  }
  assert.equal(readFileSync(join(root, 'elsewhere.txt'), 'utf8'), 'mine\n');
});

test('a log above 128 MiB is refused without reading it', (t) => {
  const path = join(tempLibrary(t, { 'log.jsonl': '{}\n' }), 'log.jsonl');
  truncateSync(path, 128 * 1024 * 1024 + 1);
  assert.deepEqual(
    problemOf(() => readRows(path, anything)),
    { code: 'EVA_LOG_TOO_LARGE', variant: 'bytes', message: `${path} is larger than 128 MiB` },
  );
});

test('a log of more than a million lines is refused', (t) => {
  const path = join(tempLibrary(t, {}), 'log.jsonl');
  appendFileSync(path, '\n'.repeat(1_000_001));
  assert.deepEqual(
    problemOf(() => readRows(path, anything)),
    { code: 'EVA_LOG_TOO_LARGE', variant: 'lines', message: `${path} has more than 1,000,000 lines` },
  );
});

test("an error of the file system is reported with its path, without Node's message, and exits with 3", (t) => {
  const root = tempLibrary(t, { file: '' });
  mkdirSync(join(root, 'log.jsonl'));
  for (const path of ['none/log.jsonl', 'file/log.jsonl', 'log.jsonl']) {
    const { code, exitCode, message } = errorOf(() => appendRow(join(root, path), { n: 1 }));
    assert.deepEqual([code, exitCode], ['EVA_DISK', 3]);
    assert.ok(message.includes(`${root}/${path}: `), message);
    assert.doesNotMatch(message.replaceAll(root, ''), /E[A-Z]{3,}|open /);
  }
});
