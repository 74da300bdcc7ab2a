import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const page = readFileSync('docs/ARCHITECTURE.md', 'utf8');
const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const roomsOfPage = [...section('Rooms').matchAll(/^\| `(\w+)` \|/gm)].map(([, room = '']) => room);

/** Returns the rooms that the files of a room import. */
function importsOf(room: string): readonly string[] {
  return readdirSync(join('src', room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join('src', room, file), 'utf8').matchAll(/from '#([\w-]+)\//g)])
    .map(([, imported = '']) => imported);
}

test('the page on the architecture lists every room, each below the rooms that it imports', () => {
  const rooms = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual([...roomsOfPage].sort(), rooms.map(({ name }) => name).sort());
  const upwards = roomsOfPage.flatMap((room, at) =>
    [...new Set(importsOf(room))].filter((name) => roomsOfPage.indexOf(name) > at).map((name) => `${room} → ${name}`),
  );
  assert.deepEqual(upwards, []);
});

test('the way of a case on the page leads through at most 14 files, and all of them exist', () => {
  const way = section('The way of a case');
  const steps = [...way.matchAll(/^\| \d+ \| `([\w/-]+\.ts)`/gm)];
  assert.equal(steps.length, 14);
  const files = [...page.matchAll(/`((?:[\w-]+\/)+[\w-]+\.ts)`/g)].map(([, file = '']) => file);
  assert.deepEqual(
    files.filter((file) => !existsSync(join('src', file)) && !existsSync(file)),
    [],
  );
});

test('the page on the architecture is short', () => {
  const words = page.split(/\s+/).length;
  assert.ok(words <= 1800, `${words} words`);
});
