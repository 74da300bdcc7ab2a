import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));

/** What a pattern finds on the pages, with the page. */
function named(pattern: RegExp): readonly (readonly [name: string, page: string])[] {
  return [...pages, 'README.md'].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(pattern)].map((found) => [found[1] ?? '', page] as const),
  );
}

test('every test that the docs name is there', () => {
  const tests = named(/(?:\bT|dist-tests)\/([\w/*-]+)\.test\.js/g).filter(([name]) => !name.startsWith('*'));
  assert.ok(tests.length > 10);
  for (const [name, page] of tests) {
    const isThere = name.endsWith('*') ? existsSync(join('tests', dirname(name))) : existsSync(`tests/${name}.test.ts`);
    assert.ok(isThere, `${page} names ${name}.test.js`);
  }
});

test('every file and folder of the code that the docs name is there', () => {
  const paths = named(/`((?:src|tests|bench|scripts)\/[\w./-]+)`/g).filter(([name]) => !name.includes('ROOM'));
  assert.ok(paths.length > 10);
  for (const [name, page] of paths) assert.ok(existsSync(name), `${page} names ${name}`);
});

test('every npm script that the docs name is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, page] of named(/npm run ([\w:-]+)/g)) assert.ok(name in scripts, `${page} names npm run ${name}`);
});
