import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { tempLibrary } from '../support/temp-library.js';

interface Checkout {
  readonly dist?: Readonly<Record<string, string>>;
  /** Whether there is a folder node_modules. */
  readonly isInstalled?: boolean;
}

/** Runs the launcher of a copy of the package that has only these files in dist/. */
function launch(t: TestContext, { dist = {}, isInstalled = true }: Checkout, ...options: readonly string[]) {
  const folder = tempLibrary(t, {});
  if (isInstalled) mkdirSync(join(folder, 'node_modules'));
  cpSync('bin', join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(dist)) {
    mkdirSync(join(folder, 'dist/cli'), { recursive: true });
    writeFileSync(join(folder, 'dist/cli', name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [...options, join(folder, 'bin/eva.js'), 'list'], {
    encoding: 'utf8',
  });
  return { status, stderr, lines: stderr.trimEnd().split('\n').length };
}

test('a checkout that is not built says so in one line', (t) => {
  for (const [command, isInstalled] of [
    [/npm ci/, false],
    [/npm run build/, true],
  ] as const) {
    const { status, stderr, lines } = launch(t, { isInstalled });
    assert.deepEqual([status, lines], [2, 1], stderr);
    assert.match(stderr, command);
  }
});

test('a package without a file that it needs says so in one line', (t) => {
  const { status, stderr, lines } = launch(t, { dist: { 'launch.js': "import './gone.js';" } });
  assert.deepEqual([status, lines], [2, 1], stderr);
  assert.match(stderr, /npm ci/);
});

test('a version of Node that is too old is refused in one line, before anything is loaded', (t) => {
  const [, major = '', minor = ''] =
    /^>=(\d+)\.(\d+)$/.exec(JSON.parse(readFileSync('package.json', 'utf8')).engines.node) ?? [];
  const before = Number(minor) > 0 ? `${major}.${Number(minor) - 1}.9` : `${Number(major) - 1}.99.9`;
  const as = (version: string) =>
    `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const old = launch(t, { dist: { 'launch.js': "console.error('loaded');" } }, '--import', as(before));
  assert.deepEqual([old.status, old.lines], [2, 1], old.stderr);
  assert.match(old.stderr, new RegExp(`Node ${major}\\.${minor} or newer`));
  const oldest = launch(
    t,
    { dist: { 'launch.js': "console.error('loaded');" } },
    '--import',
    as(`${major}.${minor}.0`),
  );
  assert.deepEqual([oldest.status, oldest.stderr], [0, 'loaded\n']);
});
