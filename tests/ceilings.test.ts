import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const { aboveCeilings, measure, placesOf } = await import(pathToFileURL(resolve('scripts/ceilings.js')).href);
const figures = measure();

test('no figure of src, tests, docs and package is above its ceiling', () => {
  assert.deepEqual(
    aboveCeilings(figures),
    [],
    'delete as much elsewhere, or raise the number in scripts/ceilings.json and say in the commit what it buys',
  );
});

test('a figure above its ceiling and a room without one are named', () => {
  const measured = { rooms: { stats: { files: 3, lines: 401 }, attic: { files: 1 } }, laws: { 'long files': 1 } };
  const ceilings = { rooms: { stats: { files: 3, lines: 400 } }, laws: { 'long files': 1 } };
  assert.deepEqual(aboveCeilings(measured, ceilings), [
    'rooms stats lines is 401, above its ceiling of 400',
    'rooms attic files is 1, and scripts/ceilings.json has no ceiling for it',
  ]);
});

test('src is measured', () => {
  const { rooms, docs } = figures;
  assert.ok(rooms.all.files > 100 && rooms.all.tokens > 5 * rooms.all.lines && docs.words > 10_000);
});

test('each law finds what breaks it', () => {
  const source = (path: string, text: string) => ({ path, room: 'stats', text, lines: text.split('\n') });
  const body = '  work();\n'.repeat(60);
  const functions = [
    `export async function a(\n  b: B,\n): Promise<void> {\n${body}}`,
    `export function c({\n  d,\n}: D): void {\n${body}}`,
    `const e = (f: F): G => {\n${body}};`,
    `class H {\n  i(j: J): void {\n  ${body.replaceAll('\n', '\n  ')}}\n}`,
  ];
  const long = functions.map((text, at) => source(`src/stats/x${at}.ts`, text));
  assert.equal(placesOf('functions above 60 lines', long).length, 4);
  assert.deepEqual(
    placesOf('functions above 60 lines', [source('src/stats/x.ts', `function k() {\n${'\n'.repeat(58)}}`)]),
    [],
  );
  assert.equal(placesOf('files above 600 lines', [source('src/stats/x.ts', '\n'.repeat(600))]).length, 1);
  assert.equal(
    placesOf('files below 40 lines', [source('src/stats/x.ts', ''), source('src/stats/index.ts', '')]).length,
    1,
  );
  const twice = [
    source('src/stats/test/build/x.ts', 'export const a = 1;'),
    source('src/stats/x.ts', 'export type a = 1;'),
  ];
  assert.deepEqual(placesOf('folders below the second level', twice), ['src/stats/test/build']);
  assert.deepEqual(placesOf('folders called test, tests or build', twice), ['src/stats/test/build']);
  assert.deepEqual(placesOf('file names that a room has twice', twice), ['stats/… x.ts']);
  assert.deepEqual(placesOf('exported names that src has twice', twice), ['a']);
});
