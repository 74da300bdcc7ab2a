import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { runEva } from '../../support/run-eva.js';

const eva = (...args: readonly string[]) => runEva(['schema', ...args], { cwd: '/' });
const names = readdirSync('schemas')
  .filter((name) => name.endsWith('.schema.json'))
  .map((name) => name.replace('.schema.json', ''));

test('without a name every published schema is listed', async () => {
  const { exitCode, stdout } = await eva();
  assert.equal(exitCode, 0);
  assert.deepEqual(stdout.match(/^\S+/gm)?.sort(), names.sort());
});

test('each schema is printed as it is in the package, in any folder', async () => {
  for (const name of names) {
    const { exitCode, stdout, stderr } = await eva(name);
    assert.deepEqual([exitCode, stderr], [0, ''], name);
    assert.equal(stdout, readFileSync(`schemas/${name}.schema.json`, 'utf8'));
  }
});

test('an unknown name is an error with the nearest', async () => {
  const { exitCode, stderr } = await eva('vie');
  assert.equal(exitCode, 2);
  assert.match(stderr, /eva schema --help/);
});
