import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';

// The package as it is published, in the test runners of its users. It is in a folder of its own with links to the packages of this
// checkout; only the runners are downloaded.

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A test file of a runner: one test for each feature, and one for the matcher. */
const testFile = (runner: string) => `import { expect, test } from '${runner}';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { matchers } from 'eva-harness/matchers';
import { features } from './features.mjs';

expect.extend(matchers);
for (const [name, run] of Object.entries(features)) test(name, () => run(mkdtempSync(join(tmpdir(), 'eva-'))), 60_000);
test('toPass', () => {
  const result = { outcome: 'failed', passed: false, toString: () => 'the printed result' };
  expect(() => expect(result).toPass()).toThrow('the printed result');
  expect(result).not.toPass();
});
`;

const typedFile = `import { expect } from '@jest/globals';
import type { ScenarioTestResult } from 'eva-harness';
import { matchers } from 'eva-harness/matchers';

expect.extend(matchers);
declare const result: ScenarioTestResult;
expect(result).toPass();
expect(result).not.toPass();
// @ts-expect-error no matcher has this name
expect(result).toPas();
`;

function run(t: TestContext, [program = '', ...args]: readonly string[], folder: string, env = {}) {
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: join(folder, 'tmp'), CI: '1', ...env };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env: own, encoding: 'utf8' });
  if (status !== 0) t.diagnostic(`${stdout}${stderr}`);
  return { status, text: `${stdout}${stderr}` };
}

/** Makes a project with the package and both runners. Returns null, and skips the test, if npm cannot install them. */
function project(t: TestContext): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'eva-runners-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'tmp'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  const npm = ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', 'jest@30', 'vitest@4'];
  const { status, text } = run(t, npm, folder);
  if (status !== 0) {
    t.skip(`npm cannot install jest and vitest: ${text.slice(-300)}`);
    return null;
  }
  const installed = join(folder, 'node_modules/eva-harness');
  assert.equal(spawnSync(process.execPath, ['scripts/bundle.js', installed]).status, 0);
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
  copyFileSync('tests/fixtures/other-realm/features.mjs', join(folder, 'features.mjs'));
  writeFileSync(join(folder, 'jest.test.mjs'), testFile('@jest/globals'));
  writeFileSync(join(folder, 'vitest.spec.mjs'), testFile('vitest'));
  return folder;
}

test('the library works in jest and in every pool of vitest', async (t) => {
  const folder = project(t);
  if (folder === null) return;
  await t.test('jest', (own) => {
    const options = { NODE_OPTIONS: '--experimental-vm-modules' };
    const jest = ['npx', 'jest', '--testMatch', '**/*.test.mjs', '--transform', '{}'];
    assert.equal(run(own, jest, folder, options).status, 0);
  });
  await t.test('the types of jest know the matcher', (own) => {
    writeFileSync(join(folder, 'typed.test.mts'), typedFile);
    const compiler = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const roots = ['--typeRoots', resolve('node_modules/@types')];
    const tsc = [process.execPath, resolve('node_modules/typescript/bin/tsc'), ...compiler, ...roots, 'typed.test.mts'];
    assert.equal(run(own, tsc, folder).status, 0);
  });
  for (const pool of ['forks', 'threads', 'vmForks', 'vmThreads']) {
    await t.test(`vitest ${pool}`, (own) => {
      assert.equal(run(own, ['npx', 'vitest', 'run', '--pool', pool, 'vitest.spec.mjs'], folder).status, 0);
    });
  }
});
