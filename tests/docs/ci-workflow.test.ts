import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';

/** Returns the block of code on a page that begins with a comment that names this file. */
function blockOf(page: string, file: string): string {
  const mark = `# ${file}\n`;
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  const found = blocks.find((text) => text.startsWith(mark));
  assert.ok(found, `${page} has a block that begins with ${mark}`);
  return found.slice(mark.length);
}

test('the docs show the workflow and the lines for git that eva init writes', async (t) => {
  const root = tempLibrary(t, { '.git/HEAD': '', 'package.json': '{}', 'package-lock.json': '{}' });
  const { exitCode } = await runEva(['init', '--provider', 'anthropic', '--ci', 'github'], { cwd: root });
  assert.equal(exitCode, 0);
  const written = (file: string) => readFileSync(join(root, file), 'utf8');
  const workflow = '.github/workflows/eva.yml';
  assert.equal(blockOf('docs/guide/ci.md', workflow), written(workflow));
  for (const file of ['.gitattributes', '.gitignore']) {
    const lines = written(file).replace(/^#.*\n/gm, '');
    assert.equal(blockOf('docs/reference/files.md', file), lines);
  }
});
