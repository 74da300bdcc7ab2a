import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { candidatesFor, resolveInside } from '#load/source/inside-root.js';
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

const relative = '(paths are relative and stay in the library)';
const notALink = '(put the file itself into the library, not a link to it)';
const refused: readonly (readonly [written: string, problem: string])[] = [
  ['../secret', `EVA_OUTSIDE "../secret" goes up with ".." ${relative}`],
  ['examples/../../secret', `EVA_OUTSIDE "examples/../../secret" goes up with ".." ${relative}`],
  ['examples/../examples/a.txt', `EVA_OUTSIDE "examples/../examples/a.txt" goes up with ".." ${relative}`],
  ['..\\secret', `EVA_OUTSIDE "..\\secret" goes up with ".." ${relative}`],
  ['/etc/hostname', `EVA_OUTSIDE "/etc/hostname" is an absolute path ${relative}`],
  ['C:\\secret', `EVA_OUTSIDE "C:\\secret" is an absolute path ${relative}`],
  ['a\0b', `EVA_OUTSIDE "a\0b" holds a NUL character ${relative}`],
  ['outer', `EVA_OUTSIDE outer is a symbolic link that leaves the library ${notALink}`],
  ['outer-dir/hostname', `EVA_OUTSIDE outer-dir/hostname is a symbolic link that leaves the library ${notALink}`],
  [
    'outer-dir/no-such-file',
    `EVA_OUTSIDE outer-dir/no-such-file is a symbolic link that leaves the library ${notALink}`,
  ],
  ['examples', 'EVA_NOT_A_FILE examples is a directory (a file belongs here)'],
  ['dangling', 'EVA_NO_FILE there is no dangling (looked for dangling and prompts/diff/dangling)'],
  [
    'loop',
    'EVA_UNREADABLE loop cannot be opened: its symbolic links form a loop (put a file that can be read in its place)',
  ],
  ['gone/b', 'EVA_NO_FILE there is no gone/b (looked for gone/b and prompts/diff/gone/b)'],
  [
    'x'.repeat(300),
    `EVA_NO_FILE there is no ${'x'.repeat(120)}… (looked for ${'x'.repeat(120)}… and prompts/diff/${'x'.repeat(107)}…)`,
  ],
];

for (const [written, problem] of refused) {
  test(`${JSON.stringify(written.slice(0, 40))} is refused`, (t) => {
    const root = tempLibrary(t, files);
    const { value, problems } = resolveInside(root, candidatesFor('diff', written), { file: 'e', line: 1, column: 2 });
    assert.deepEqual(said(problems), [`e:1:2 ${problem}`]);
    assert.equal(value, null);
  });
}

test('a folder is asked for a file inside it', () => {
  assert.deepEqual(candidatesFor('diff', 'examples/x/', 'inputs.yml'), [
    'examples/x/inputs.yml',
    'prompts/diff/examples/x/inputs.yml',
  ]);
});

test('a path with very many slashes is read at once, and loses those at its end alone', () => {
  const before = process.cpuUsage();
  const slashes = '/'.repeat(200_000);
  assert.deepEqual(candidatesFor('diff', `a${slashes}x//`, 'inputs.yml')[0], `a${slashes}x/inputs.yml`);
  assert.ok(process.cpuUsage(before).user < 2_000_000);
});
