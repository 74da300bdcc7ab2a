import assert from 'node:assert/strict';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { openLibrary } from '../promises/open-library.js';
import { goodEval } from '../support/temp-library.js';

/** Makes a library whose cache has three replies, the first of them from 2020. */
async function libraryWithCache(t: TestContext) {
  const files = { 'prompts/diff/eval.yml': goodEval.replace('  - name: happy', '  - name: happy\n    sample_size: 3') };
  const library = await openLibrary(t, { files });
  await library.eva('eval', 'diff', '--cache');
  const entries = () =>
    readdirSync(join(library.root, '.eva/cache'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(library.root, '.eva/cache', name));
  const [first = ''] = entries();
  utimesSync(first, new Date('2020-01-02T00:00:00Z'), new Date('2020-01-02T00:00:00Z'));
  return { ...library, entries };
}

test('eva cache stats prints the size, the oldest entry and the unreadable entries', async (t) => {
  const { eva, entries } = await libraryWithCache(t);
  const { stdout, exitCode } = await eva('cache', 'stats');
  assert.equal(exitCode, 0);
  assert.match(stdout, /^\n {2}3 replies, [\d.]+ (bytes|kB) in \.eva\/, .* 2020-01-02\n$/);
  writeFileSync(entries()[1] ?? '', '{"half');
  const { entries: count, bytes, oldest, unreadable } = JSON.parse((await eva('cache', 'stats', '--json')).stdout);
  assert.deepEqual([count, oldest, unreadable], [3, '2020-01-02T00:00:00.000Z', 1]);
  assert.ok(bytes > 600);
});

test('old entries can be cleared alone, and are requested again', async (t) => {
  const { eva, entries, server } = await libraryWithCache(t);
  const cleared = await eva('cache', 'clear', '--older-than', '1w', '--json');
  assert.equal(JSON.parse(cleared.stdout).entries, 1);
  assert.equal(entries().length, 2);
  await eva('eval', 'diff', '--cache');
  assert.equal(server.requests.length, 4, 'one of three was missing');
});

test('eva cache clear prints what it removed, and the cache fills again', async (t) => {
  const { root, eva, entries } = await libraryWithCache(t);
  const { stdout, exitCode } = await eva('cache', 'clear');
  assert.equal(exitCode, 0);
  assert.match(stdout, /^removed 3 replies, /);
  assert.deepEqual(readdirSync(join(root, '.eva')).sort(), ['.gitignore', 'runs']);
  assert.match((await eva('cache', 'stats')).stdout, /\beva eval ID --cache\b/);
  assert.match((await eva('cache', 'clear')).stdout, /^nothing /);
  await eva('eval', 'diff', '--cache');
  assert.equal(entries().length, 3);
});

test('eva cache alone prints its subcommands, and an unknown subcommand is refused', async (t) => {
  const { eva } = await libraryWithCache(t);
  const alone = await eva('cache');
  assert.equal(alone.exitCode, 2);
  assert.match(alone.stderr, /Commands:\n {2}stats.*\n {2}clear/);
  assert.equal((await eva('cache', 'empty')).exitCode, 2);
});
