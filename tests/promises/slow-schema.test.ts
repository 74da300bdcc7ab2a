import assert from 'node:assert/strict';
import test from 'node:test';
import { openLibrary } from './open-library.js';
import { spawnEva } from './spawn-eva.js';

/** 100 kB that would keep a compiler of schemas busy for a minute: each reference is written out. */
const slow = {
  $defs: {
    a: { properties: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, { type: 'string' }])) },
  },
  allOf: Array.from({ length: 4000 }, () => ({ $ref: '#/$defs/a' })),
};

for (const command of ['plan', 'doctor']) {
  test(`eva ${command} refuses a schema that takes too long to compile, with its place`, async (t) => {
    const cases = ['one', 'two'].map(
      (name) => `  - name: ${name}
    inputs: { code: x }
    assert:
      - json_schema: slow.json
`,
    );
    const { root, env } = await openLibrary(t, {
      files: {
        'prompts/diff/slow.json': JSON.stringify(slow),
        'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }\ncases:\n${cases.join('')}`,
      },
    });
    const start = performance.now();
    const { exitCode, stdout, stderr } = await spawnEva([command, 'diff'], { cwd: root, env });
    assert.equal(exitCode, command === 'doctor' ? 1 : 2, stderr);
    assert.match(stdout + stderr, /eval\.yml:6:22 .* 5 s /s);
    assert.match(stdout + stderr, /EVA_BAD_SCHEMA/);
    assert.ok(performance.now() - start < 60_000);
  });
}
