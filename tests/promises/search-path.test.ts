import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';

/** Entries of PATH by which a program that runs in the library would find the library's own files. */
const relativeEntries = ['', '.', './', 'bin', './bin', 'prompts/../bin'];

for (const entry of relativeEntries) {
  test(`a library's own claude is not started through the PATH entry "${entry}"`, async (t) => {
    const evalFile = goodEval.replace('claude-opus-4-7', 'claude-cli:haiku');
    const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
    const mark = join(root, 'was-started');
    for (const folder of [root, join(root, 'bin')]) plantClaude(folder, mark);
    const env = { PATH: [entry, '/nonexistent'].join(delimiter) };
    const { exitCode, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
    assert.equal(existsSync(mark), false, 'it was started');
    assert.equal(exitCode, 3);
    assert.match(stderr, /EVA_NO_PROGRAM/);
  });
}

/** Writes a `claude` that answers as the real one does, and leaves a file where it was started. */
function plantClaude(folder: string, mark: string): void {
  mkdirSync(folder, { recursive: true });
  const reply = JSON.stringify({ type: 'result', is_error: false, result: '<diff>' });
  const path = join(folder, 'claude');
  writeFileSync(path, `#!/bin/sh\n: > '${mark}'\necho '${reply}'\n`);
  chmodSync(path, 0o755);
}
