import assert from 'node:assert/strict';
import test from 'node:test';
import { openLibrary } from '../../promises/open-library.js';
import { spawnEva } from '../../promises/spawn-eva.js';

const library = (cases: number, sample_size: number) => ({
  'prompts/diff/eval.yml': JSON.stringify({
    defaults: { model: 'claude-opus-4-7', sample_size, stop_early: false },
    cases: Array.from({ length: cases }, (_, at) => ({
      name: `case ${at}`,
      inputs: { code: `x = ${at}` },
      assert: [{ contains: '<diff>' }],
    })),
  }),
});

for (const args of [['plan'], ['eval'], ['eval', '--shard', '1/3'], ['doctor']]) {
  test(`eva ${args.join(' ')} refuses 3,000 cases of 100,000 trials and makes no call`, async (t) => {
    const { root, env, server } = await openLibrary(t, { files: library(3000, 100_000) });
    const [command = '', ...options] = args;
    const { exitCode, stdout, stderr } = await spawnEva([command, 'diff', ...options], {
      cwd: root,
      env,
      node: ['--max-old-space-size=300'],
    });
    assert.equal(exitCode, command === 'doctor' ? 1 : 2, stderr);
    assert.match(stdout + stderr, /EVA_TOO_MANY_TRIALS/);
    assert.equal(server.requests.length, 0);
  });
}

test('a million trials are planned, and only the selected cases count', async (t) => {
  const { eva } = await openLibrary(t, { files: library(11, 100_000) });
  assert.equal((await eva('plan', 'diff')).exitCode, 2);
  const ten = Array.from({ length: 10 }, (_, at) => ['--case', `case ${at}`]).flat();
  assert.equal((await eva('plan', 'diff', ...ten)).exitCode, 0);
});
