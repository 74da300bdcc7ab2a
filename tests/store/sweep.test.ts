import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { removeTemporaries, sweep } from '#store/trash.js';
import { type Files, tempLibrary } from '../support/temp-library.js';

const tomorrow = () => new Date(Date.now() + 25 * 60 * 60 * 1000);
const name = (file: string) => `.${file}.0123456789ab.tmp`;

/** Files that killed processes may leave behind. */
const left: Files = {
  [`prompts/diff/${name('meta.yml')}`]: 'half',
  [`prompts/diff/${name('recordings.jsonl')}`]: 'half',
  [`.eva/${name('trust')}`]: 'half',
  [`.eva/runs/r1/${name('result.json')}`]: 'half',
  [`.eva/cache/aa/${name('entry.json')}`]: 'half',
  '.eva/.trash-0123456789ab/plan.json': 'four',
  [`prompts/${name('new')}/prompt.md`]: 'half',
  [`prompts/${name('new')}/data/a.txt`]: 'half',
};

const kept: Files = {
  [name('notes')]: 'a year',
  'prompts/diff/.meta.yml.tmp': 'not ours',
  'prompts/diff/recordings.jsonl.0123456789ab.tmp': 'not ours',
  [`prompts/diff/inputs/${name('a')}`]: 'not ours',
  [`src/${name('a')}`]: 'not ours',
  [`prompts/diff/${name('a')}/b`]: 'not ours',
  [`${name('a')}/b`]: 'not ours',
  '.eva/runs/r1/plan.json': '{}',
};

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

test('temporary files of killed processes are removed after a day, and trash at once', (t) => {
  const root = tempLibrary(t, { ...left, ...kept });
  assert.deepEqual(sweep(root, new Date()), { files: 1, bytes: 4 });
  assert.deepEqual(sweep(root, tomorrow()), { files: 8, bytes: 8 * 4 - 4 + 'a year'.length });
  const stays = Object.keys(kept).filter((file) => file !== name('notes'));
  assert.deepEqual(filesIn(root), stays.sort());
});

test('no link is followed, and no folder is created', (t) => {
  const outside = tempLibrary(t, { [name('a')]: '', [`runs/r1/${name('b')}`]: '' });
  const root = tempLibrary(t, {
    'prompts/linked': { link: outside },
    '.eva/cache': { link: join(outside, 'runs') },
    '.eva/.trash-0123456789ab': { link: outside },
    [`prompts/${name('c')}`]: { link: outside },
    [`prompts/${name('d')}/e`]: { link: outside },
  });
  sweep(root, tomorrow());
  assert.deepEqual(filesIn(outside), [name('a'), `runs/r1/${name('b')}`]);
  assert.deepEqual(filesIn(root), ['.eva/cache', `prompts/${name('c')}`, 'prompts/linked']);
  assert.deepEqual(sweep(tempLibrary(t, {}), tomorrow()), { files: 0, bytes: 0 });
});

test('only temporary files of the named one are removed, and only if no process can be writing them', (t) => {
  const root = tempLibrary(t, {
    [name('eva.yml')]: 'half',
    [name('notes')]: 'not ours',
    [`prompts/${name('hello')}/prompt.md`]: 'half',
    'eva.yml.0123456789ab.tmp': 'not ours',
    '.eva.yml.0123456789AB.tmp': 'not ours',
    '.eva.yml.123456789abc.tmp': { link: 'nowhere' },
    'b/c': '',
    [`${name('.gitignore')}/a`]: 'not ours',
    [`prompts/${name('other')}`]: 'not ours',
  });
  const all = filesIn(root);
  const files = ['eva.yml', '.gitignore', 'missing/eva.yml', 'b/c/eva.yml'].map((file) => join(root, file));
  const paths = { files, folders: ['prompts/hello', 'prompts/other'].map((file) => join(root, file)) };
  removeTemporaries(paths, new Date(Date.now() + 5_000));
  assert.deepEqual(filesIn(root), all);
  removeTemporaries(paths, new Date(Date.now() + 15_000));
  assert.deepEqual(
    filesIn(root),
    all.filter((file) => file !== name('eva.yml') && !file.endsWith('/prompt.md')),
  );
});
