import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';

const files = {
  'eva.yml': 'providers: { mine: { type: command, command: [sh, say.sh] } }\n',
  'say.sh': 'echo hello\n',
  'prompts/diff/meta.yml': goodMeta,
  'prompts/diff/prompt.xml': '<task>Change {{code}}</task>\n',
  'prompts/diff/eval.yml':
    'defaults: { model: "command:mine" }\ncases: [ { name: a, inputs: { code: x }, assert: [ { contains: hello } ] } ]\n',
};

for (const keep of ['--cache', '--record']) {
  test(`a reply stored with ${keep} is not used after its program has changed`, async (t) => {
    const root = tempLibrary(t, files);
    const play = keep === '--cache' ? '--cache' : '--replay';
    assert.equal((await runEva(['eval', 'diff', keep, '--trust'], { cwd: root })).exitCode, 0);
    assert.equal((await runEva(['eval', 'diff', play, '--trust'], { cwd: root })).exitCode, 0);
    writeFileSync(join(root, 'say.sh'), 'echo goodbye\n');
    const output = await runEva(['eval', 'diff', play, '--trust'], { cwd: root });
    assert.equal(output.exitCode, keep === '--cache' ? 1 : 3, output.stdout + output.stderr);
    const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8').trimEnd().split('\n');
    const green = rows.filter((row) => JSON.parse(row).all_passed);
    assert.deepEqual([green.length, rows.length], keep === '--cache' ? [2, 3] : [2, 2]);
  });
}
