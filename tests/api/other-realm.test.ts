import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';

const script = 'tests/fixtures/other-realm/run-in-realm.mjs';
// Like the test runners, the realm loads no ES module by `require`.
const flags = [
  '--no-warnings',
  '--no-experimental-require-module',
  '--experimental-vm-modules',
  '--experimental-import-meta-resolve',
];

test('what the library does on disk works in another realm, as in jest and in the vm pools of vitest', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'eva-realm-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, folder]);
  const features = ['runs', 'rubrics', 'record', 'cache', 'rows', 'evaluatePrompt', 'dataOfAnotherRealm'];
  const works = Object.fromEntries(features.map((name) => [name, null]));
  assert.deepEqual(JSON.parse(stdout), works);
});
