import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { listPromptIds } from '#library/prompts.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';

const commands: readonly (readonly string[])[] = [
  ['eval', 'commit-message', '--replay'],
  ['eval', 'page-on-call', '--replay'],
  ['eval', 'commit-message', 'page-on-call', 'release-notes', 'sql-review', '--replay'],
  ['report'],
  ['report', '--failed'],
  ['report', '--full'],
  ['plan', 'page-on-call'],
  ['log'],
];

/** Matches the verdict of a prompt and its warnings, which several prompts may share. */
const ofPrompt = /^ *(?:[✓✗~?] (?:did not pass|passed)|! every reply)/;

/** Returns the lines of an output with a result, without time and place. */
function linesOfResults(text: string): readonly string[] {
  const shown = text.replace(/\r(?:\u001b\[\d+A)?\u001b\[J/g, '').replace(/\u001b\[\d*m/g, '');
  return shown
    .split('\n')
    .map((line) => line.replace(/^\d\d:\d\d:\d\d /, ' ').replace(/ {2,}\S+\.yml:\d+$/, ''))
    .filter((line) => /^ {1,3}[✓✗~?!] /.test(line) && !ofPrompt.test(line))
    .map((line) => line.trim());
}

for (const columns of [undefined, 40, 80, 120]) {
  const where = columns === undefined ? 'without a terminal' : `on a terminal of ${columns} columns`;
  test(`no result is repeated in the output of one command, ${where}`, async (t) => {
    const root = tempLibrary(t, {});
    cpSync('prompts', join(root, 'prompts'), { recursive: true });
    assert.ok(listPromptIds(root).length > 0);
    for (const command of commands) {
      const { stdout, stderr } = await runEva(command, { cwd: root, ...(columns !== undefined && { columns }) });
      const lines = linesOfResults(stderr + stdout);
      assert.ok(lines.length > 0 || command[0] !== 'eval', command.join(' '));
      const twice = lines.filter((line, index) => lines.indexOf(line) !== index);
      assert.deepEqual([command, twice], [command, []]);
    }
  });
}
