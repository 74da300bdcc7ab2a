import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { cacheStats, clearCache, openCache } from '#store/replies/cache.js';
import { errorOf } from '../../support/error-of.js';
import { failDisk } from '../../support/failing-fs.js';
import { keyOf, storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

const entryBytes = Buffer.byteLength(`${JSON.stringify(storedReply())}\n`);

test('a library without a cache has no entries, and counting them creates no cache', (t) => {
  const root = tempLibrary(t, {});
  assert.deepEqual(cacheStats(root), { entries: 0, bytes: 0, oldest: null, unreadable: 0 });
  assert.deepEqual(clearCache(root), { entries: 0, bytes: 0 });
  assert.deepEqual(readdirSync(root), []);
});

test('the statistics of a cache are its entries, their size, and the time of the oldest', (t) => {
  const root = tempLibrary(t, {});
  for (const digit of ['a', 'b', 'c']) openCache(root, assert.fail).put(storedReply({ key: keyOf(digit) }));
  const old = new Date('2026-01-02T03:04:05.000Z');
  utimesSync(join(root, `.eva/cache/bb/${keyOf('b')}.json`), old, old);
  const oldest = old.toISOString();
  assert.deepEqual(cacheStats(root), { entries: 3, bytes: 3 * entryBytes, oldest, unreadable: 0 });
  assert.deepEqual(clearCache(root, new Date('2026-01-03T00:00:00.000Z')), { entries: 1, bytes: entryBytes });
  assert.equal(cacheStats(root).entries, 2);
});

test('entries that cannot be used are counted separately', (t) => {
  const root = tempLibrary(t, { [`.eva/cache/bb/${keyOf('b')}.json`]: '{', '.eva/cache/bb/notes.txt': '' });
  openCache(root, assert.fail).put(storedReply());
  const { entries, unreadable } = cacheStats(root);
  assert.deepEqual({ entries, unreadable }, { entries: 2, unreadable: 1 });
});

test('a cleared cache is removed, and can be filled again', (t) => {
  const root = tempLibrary(t, { '.eva/runs/r1/plan.json': '{}' });
  const cache = openCache(root, assert.fail);
  cache.put(storedReply());
  assert.deepEqual(clearCache(root), { entries: 1, bytes: entryBytes });
  assert.deepEqual(readdirSync(join(root, '.eva')).sort(), ['.gitignore', 'runs']);
  assert.equal(cache.get(keyOf('a')), undefined);
  cache.put(storedReply());
  assert.deepEqual(cache.get(keyOf('a')), storedReply());
});

test('a cache is removed completely even if a run adds an entry at the same time', (t) => {
  const root = tempLibrary(t, {});
  openCache(root, assert.fail).put(storedReply());
  const disk = failDisk({ isCounted: (path) => path.includes('.trash-'), call: 1, code: 'ENOTEMPTY', lasting: 'once' });
  t.after(() => disk.repair());
  assert.equal(clearCache(root).entries, 1);
  assert.match(disk.failed().join(), /^rmSync /);
  assert.deepEqual(readdirSync(join(root, '.eva')), ['.gitignore']);
});

test('a link in place of the cache is refused, and its target stays', (t) => {
  const outside = tempLibrary(t, { [`aa/${keyOf('a')}.json`]: 'precious' });
  const root = tempLibrary(t, { '.eva/cache': { link: outside } });
  for (const work of [cacheStats, clearCache]) assert.equal(errorOf(() => work(root)).code, 'EVA_ODD_FILE');
  const within = tempLibrary(t, { '.eva/cache/aa': { link: join(outside, 'aa') } });
  for (const work of [cacheStats, clearCache]) assert.equal(errorOf(() => work(within)).code, 'EVA_ODD_FILE');
  assert.ok(existsSync(join(outside, `aa/${keyOf('a')}.json`)));
});

test('clearing the cache again and again does not end a run that fills it', async (t) => {
  const root = tempLibrary(t, {});
  const script = join(import.meta.dirname, '../../support/fill-cache.js');
  const child = spawn(process.execPath, [script, root, '500'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [said, cleared] = ['', 0];
  child.stdout.on('data', (chunk) => {
    said += chunk;
    cleared += clearCache(root).entries;
  });
  assert.equal((await once(child, 'close'))[0], 0);
  assert.equal(said, '.'.repeat(500));
  assert.ok(cleared > 0);
});
