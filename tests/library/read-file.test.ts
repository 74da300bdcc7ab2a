import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { readText } from '#library/source/read-file.js';
import { tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

test('a text is read unchanged, without its byte order mark', (t) => {
  const root = tempLibrary(t, { a: '\ufeffone\r\ntwo\0\ufeff' });
  assert.deepEqual(readText(join(root, 'a'), 'a', 100), { value: 'one\r\ntwo\0\ufeff', problems: [] });
});

test('a path that is not a regular UTF-8 file within the limit is refused with a specific problem', (t) => {
  const root = tempLibrary(t, {
    long: 'x'.repeat(101),
    'latin-1': Uint8Array.of(0x66, 0xfc, 0x72),
    'utf-16': Uint8Array.of(0xff, 0xfe, 0x61, 0x00),
    dir: { directory: true },
    loop: { link: 'loop' },
  });
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const names = ['long', 'latin-1', 'utf-16', 'dir', 'pipe', 'loop', 'gone'];
  assert.deepEqual(
    names.flatMap((name) => said(readText(join(root, name), name, 100).problems)),
    [
      'long EVA_TOO_LARGE:file the file is larger than 100 bytes (keep only the part that the case is about)',
      'latin-1 EVA_NOT_UTF8:bytes the file has bytes that are not UTF-8 (save it as UTF-8)',
      'utf-16 EVA_NOT_UTF8:utf16 the file is UTF-16 (save it as UTF-8)',
      'dir EVA_NOT_A_FILE:opened this is a directory, not a file (put a regular file in its place)',
      'pipe EVA_NOT_A_FILE:opened this is a pipe or device, not a file (put a regular file in its place)',
      'loop EVA_UNREADABLE:opened the file cannot be read: ELOOP',
      'gone EVA_NO_FILE:opened the file is missing',
    ],
  );
});

test('an endless device is not read', () => {
  const { problems } = readText('/dev/zero', 'zero', 100);
  assert.deepEqual(said(problems), [
    'zero EVA_NOT_A_FILE:opened this is a pipe or device, not a file (put a regular file in its place)',
  ]);
});

test('a file of exactly the limit is read', (t) => {
  const root = tempLibrary(t, { a: 'x'.repeat(100) });
  assert.equal(readText(join(root, 'a'), 'a', 100).value?.length, 100);
});
