import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openLibrary } from './open-library.js';
import { spawnEva } from './spawn-eva.js';

const megabytes = 1024 * 1024;
const floods = {
  'that open': '['.repeat(31 * megabytes),
  'that open and close': `[${'[],'.repeat(10 * megabytes)}[]]`,
  'of objects': `[${'{},'.repeat(10 * megabytes)}{}]`,
};
for (const [title, flood] of Object.entries(floods)) {
  test(`31 MB of brackets ${title} take less than 600 MB`, async (t) => {
    const { root, env } = await openLibrary(t, {
      files: {
        'prompts/diff/eval.yml': JSON.stringify({
          defaults: { model: 'claude-opus-4-7', judge: { model: 'anthropic:judge-1' } },
          cases: [{ name: 'happy', inputs: { code: 'x' }, assert: [{ is_json: true }], rubric: 'It is right.' }],
        }),
      },
      answer: ({ tools }) => (tools ? { content: [] } : { text: flood }),
    });
    const peakFile = join(root, 'peak');
    // A heap of 400 MB, in which the one thread collects garbage: else memory is freed later where other processes are busy.
    const heap = ['--single-threaded-gc', '--max-old-space-size=400'];
    const node = [...heap, '--import', new URL('../support/record-peak.js', import.meta.url).href];
    const { exitCode, stderr } = await spawnEva(['eval', 'diff'], {
      cwd: root,
      env: { ...env, PEAK_FILE: peakFile },
      node,
    });
    assert.equal(exitCode, 1, stderr);
    const peak = Number(readFileSync(peakFile, 'utf8'));
    assert.ok(readdirSync(root).includes('.eva') && peak > 0 && peak < 600, `${peak} MB`);
  });
}
