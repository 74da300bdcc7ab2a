import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { spawnEva } from '../../promises/spawn-eva.js';
import { runEva } from '../../support/run-eva.js';
import { tempLibrary } from '../../support/temp-library.js';

/** Returns the names of all files below a directory, sorted. */
function namesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
}

test('of two inits at once that name other models, one makes the library and the other says which models it has', async (t) => {
  const root = tempLibrary(t, {});
  const [first, second] = await Promise.all(
    ['openai', 'anthropic'].map((provider) => runEva(['init', '--provider', provider, '--json'], { cwd: root })),
  );
  assert.ok(first && second);
  assert.deepEqual([first.exitCode, second.exitCode], [0, 2], second.stderr);
  assert.match(second.stderr, /EVA_EXISTS/);
  const alone = await runEva(['init', '--provider', 'anthropic', '--json'], { cwd: root });
  assert.deepEqual(second, alone, 'as if it came later');
  assert.match(readFileSync(join(root, 'eva.yml'), 'utf8'), /openai:/);
  assert.equal((await runEva(['eval', 'hello', '--replay'], { cwd: root })).exitCode, 0);
});

test('an init without flags takes the models of the init that was faster', async (t) => {
  const root = tempLibrary(t, {});
  const [, second] = await Promise.all([
    runEva(['init', '--provider', 'openai'], { cwd: root }),
    runEva(['init', '--json'], { cwd: root }),
  ]);
  assert.equal(second.exitCode, 0, second.stderr);
  const { model, files } = JSON.parse(second.stdout);
  assert.match(model, /^openai:/);
  const created = files.filter(({ outcome }: { outcome: string }) => outcome !== 'kept');
  assert.deepEqual(
    created.map(({ file }: { file: string }) => file).filter((file: string) => !file.endsWith('.jsonl')),
    [],
  );
});

test('four inits at once make one whole library', async (t) => {
  const alone = tempLibrary(t, {});
  await runEva(['init', '--yes'], { cwd: alone });
  const env = { HOME: tempLibrary(t, {}) };
  for (const _time of [1, 2, 3]) {
    const root = tempLibrary(t, {});
    const outputs = await Promise.all(
      [1, 2, 3, 4].map(() => spawnEva(['init', '--yes', '--json'], { cwd: root, env })),
    );
    for (const { exitCode, stderr } of outputs) assert.equal(exitCode, 0, stderr);
    assert.deepEqual(namesIn(root), namesIn(alone));
    for (const name of ['eva.yml', '.gitignore', 'prompts/hello/eval.yml', 'prompts/hello/recordings.jsonl'])
      assert.equal(readFileSync(join(root, name), 'utf8'), readFileSync(join(alone, name), 'utf8'), name);
  }
});
