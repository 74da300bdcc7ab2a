import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type RunSize,
  renderCacheCleared,
  renderCacheStats,
  renderClean,
  renderRunSizes,
} from '#report/commands/cache.js';
import { bytesInWords } from '#report/text/numbers.js';
import { plainPaint } from '#report/text/screen.js';

const screen = { paint: plainPaint, width: 80 };
const finished: RunSize = { run_id: '20261121T223015Z-4f3a9c', id: 'diff', state: 'finished', bytes: 30_100_000 };
const open: RunSize = { run_id: '20261121T223016Z-4f3a9d', id: 'diff', state: 'unfinished', bytes: 4400 };
const shard: RunSize = { run_id: '20261121T223018Z-4f3a9f', id: 'diff', state: 'collected', bytes: 900 };
const running: RunSize = { run_id: '20261121T223017Z-4f3a9e', id: null, state: 'running', bytes: 1 };

test('without a selection, the total size and the flags for selecting are shown', () => {
  assert.equal(
    renderRunSizes([finished, finished, open, shard, running], '.eva/runs', screen),
    `
  5 runs, 60.2 MB in .eva/runs/
    2    60.2 MB  finished
    1  900 bytes  collected shards, to be merged: kept unless --unfinished
    1     4.4 kB  unfinished: kept unless --unfinished
    1     1 byte  running now: kept

  Nothing was removed. Say which runs to remove:
    eva clean --older-than 30d   that began more than 30 days ago
    eva clean --max-size 500MB   the oldest, down to 500 MB
  --unfinished: unfinished ones and shards too. --dry-run: only show.
`,
  );
});

test('removed runs are named, and remaining ones are counted', () => {
  const view = {
    dry_run: false,
    removed: [finished, open, shard],
    kept: [running],
    leftovers: { files: 2, bytes: 1500 },
  };
  assert.equal(
    renderClean(view, screen),
    `
  removed 3 runs, 30.1 MB
    20261121T223015Z-4f3a9c  diff, 30.1 MB
    20261121T223016Z-4f3a9d  diff, 4.4 kB, unfinished
    20261121T223018Z-4f3a9f  diff, 900 bytes, collected
  swept 2 files that a killed process left, 1.5 kB
  1 run stays, 1 byte
    1  1 byte  running now: kept
`,
  );
});

test('a dry run says what it would remove', () => {
  const view = { dry_run: true, removed: [finished], kept: [], leftovers: null };
  assert.match(renderClean(view, screen), /^\n {2}would remove 1 run, 30\.1 MB\n.*\n {2}no run is left\n$/);
  assert.match(renderClean({ ...view, removed: [], kept: [open] }, screen), /^\n {2}no run would be removed\n/);
});

test('twenty of many removed runs are named', () => {
  const removed = Array.from({ length: 25 }, () => finished);
  const text = renderClean({ dry_run: false, removed, kept: [], leftovers: null }, screen);
  assert.equal(text.match(/20261121T223015Z/g)?.length, 20);
  assert.match(text, /… and 5 more/);
});

test('the name of a run cannot write to the terminal', () => {
  const removed = [{ ...finished, run_id: '\u001b[2J', id: '\u202eevil' }];
  assert.doesNotMatch(renderClean({ dry_run: false, removed, kept: [], leftovers: null }, screen), /[\u001b\u202e]/);
});

test('the statistics of the cache have its size and the unusable entries', () => {
  const stats = { entries: 12, bytes: 34_567, oldest: '2026-11-02T10:00:00.000Z', unreadable: 0 };
  assert.equal(renderCacheStats(stats, screen), '\n  12 replies, 34.6 kB in .eva/, the oldest of 2026-11-02\n');
  assert.match(renderCacheStats({ ...stats, unreadable: 2 }, screen), /\n {2}2 of them cannot be read/);
  assert.equal(
    renderCacheStats({ entries: 0, bytes: 0, oldest: null, unreadable: 0 }, screen),
    'the cache is empty: eva eval ID --cache fills it\n',
  );
  assert.equal(renderCacheCleared({ entries: 1, bytes: 812 }), 'removed 1 reply, 812 bytes\n');
  assert.equal(renderCacheCleared({ entries: 0, bytes: 0 }), 'nothing was removed\n');
});

const amounts: readonly (readonly [number, string])[] = [
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [12_449, '12.4 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [1_000_000, '1.0 MB'],
  [3_140_000_000, '3.1 GB'],
  [5e15, '5000.0 TB'],
];

for (const [bytes, words] of amounts) {
  test(`${bytes} bytes are ${words}`, () => assert.equal(bytesInWords(bytes), words));
}
