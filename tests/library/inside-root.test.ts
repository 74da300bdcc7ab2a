import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { candidatesFor, resolveInside } from '#library/source/inside-root.js';
import { tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const files = {
  'examples/a.txt': 'root',
  'prompts/diff/examples/a.txt': 'prompt',
  'prompts/diff/only.txt': 'prompt',
  inner: { link: 'examples/a.txt' },
  outer: { link: '/etc/hostname' },
  'outer-dir': { link: '/etc' },
  dangling: { link: 'nowhere' },
  loop: { link: 'loop' },
};

const found: readonly (readonly [written: string, file: string])[] = [
  ['examples/a.txt', 'examples/a.txt'],
  ['only.txt', 'prompts/diff/only.txt'],
  ['./only.txt', 'prompts/diff/only.txt'],
  ['examples//a.txt', 'examples/a.txt'],
];

for (const [written, file] of found) {
  test(`${written} leads to ${file}: below the root first, then below the prompt`, (t) => {
    const root = tempLibrary(t, files);
    const { value, problems } = resolveInside(root, candidatesFor('diff', written));
    assert.deepEqual(said(problems), []);
    assert.deepEqual(value, { path: join(realpathSync(root), file), file });
  });
}

test('a link inside the library is followed', (t) => {
  const root = tempLibrary(t, files);
  assert.deepEqual(resolveInside(root, ['inner']).value, {
    path: join(realpathSync(root), 'examples/a.txt'),
    file: 'inner',
  });
});

/** Returns the problem of a path that is missing below the root and below the prompt. */
const nowhere = (path: string, below = path) =>
  `EVA_NO_FILE:named there is no ${path} (looked for ${path} and prompts/diff/${below})`;

const outside = (written: string) => `EVA_OUTSIDE:path ${written} (write a relative path inside the library)`;

const linked = (path: string) =>
  `EVA_OUTSIDE:link ${path} is a symbolic link that leaves the library (put the file into the library in place of the link)`;

const refused: readonly (readonly [written: string, problem: string])[] = [
  ['../secret', outside('"../secret" goes up with ".."')],
  ['examples/../../secret', outside('"examples/../../secret" goes up with ".."')],
  ['examples/../examples/a.txt', outside('"examples/../examples/a.txt" goes up with ".."')],
  ['..\\secret', outside('"..\\secret" goes up with ".."')],
  ['/etc/hostname', outside('"/etc/hostname" is an absolute path')],
  ['C:\\secret', outside('"C:\\secret" is an absolute path')],
  ['a\0b', outside('"a\0b" holds a NUL character')],
  ['outer', linked('outer')],
  ['outer-dir/hostname', linked('outer-dir/hostname')],
  ['outer-dir/no-such-file', linked('outer-dir/no-such-file')],
  ['examples', 'EVA_NOT_A_FILE:directory examples is a directory (name a file)'],
  ['dangling', nowhere('dangling')],
  ['loop', 'EVA_UNREADABLE:named loop cannot be opened: its symbolic links form a loop (make the file readable)'],
  ['gone/b', nowhere('gone/b')],
  ['x'.repeat(300), nowhere(`${'x'.repeat(120)}…`, `${'x'.repeat(107)}…`)],
];

for (const [written, problem] of refused) {
  test(`${JSON.stringify(written.slice(0, 40))} is refused`, (t) => {
    const root = tempLibrary(t, files);
    const { value, problems } = resolveInside(root, candidatesFor('diff', written), { file: 'e', line: 1, column: 2 });
    assert.deepEqual(said(problems), [`e:1:2 ${problem}`]);
    assert.equal(value, null);
  });
}

test('the name of the file is appended to a folder', () => {
  assert.deepEqual(candidatesFor('diff', 'examples/x/', 'inputs.yml'), [
    'examples/x/inputs.yml',
    'prompts/diff/examples/x/inputs.yml',
  ]);
});

test('a path with very many slashes is read within a second, and loses only those at its end', () => {
  const before = process.cpuUsage();
  const slashes = '/'.repeat(200_000);
  assert.deepEqual(candidatesFor('diff', `a${slashes}x//`, 'inputs.yml')[0], `a${slashes}x/inputs.yml`);
  assert.ok(process.cpuUsage(before).user < 2_000_000);
});
