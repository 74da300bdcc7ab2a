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

/** Returns the parameters of a path that is missing below the root and below the prompt. */
const nowhere = (path: string, below = path) =>
  `EVA_NO_FILE:named ${JSON.stringify({ path, looked: [path, `prompts/diff/${below}`] })}`;
const refused: readonly (readonly [written: string, problem: string])[] = [
  ['../secret', 'EVA_OUTSIDE:path {"path":"../secret","why":"up"}'],
  ['examples/../../secret', 'EVA_OUTSIDE:path {"path":"examples/../../secret","why":"up"}'],
  ['examples/../examples/a.txt', 'EVA_OUTSIDE:path {"path":"examples/../examples/a.txt","why":"up"}'],
  ['..\\secret', 'EVA_OUTSIDE:path {"path":"..\\\\secret","why":"up"}'],
  ['/etc/hostname', 'EVA_OUTSIDE:path {"path":"/etc/hostname","why":"absolute"}'],
  ['C:\\secret', 'EVA_OUTSIDE:path {"path":"C:\\\\secret","why":"absolute"}'],
  ['a\0b', 'EVA_OUTSIDE:path {"path":"a\\u0000b","why":"nul"}'],
  ['outer', 'EVA_OUTSIDE:link {"path":"outer"}'],
  ['outer-dir/hostname', 'EVA_OUTSIDE:link {"path":"outer-dir/hostname"}'],
  ['outer-dir/no-such-file', 'EVA_OUTSIDE:link {"path":"outer-dir/no-such-file"}'],
  ['examples', 'EVA_NOT_A_FILE:directory {"path":"examples"}'],
  ['dangling', nowhere('dangling')],
  ['loop', 'EVA_UNREADABLE:named {"path":"loop","why":"its symbolic links form a loop"}'],
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
