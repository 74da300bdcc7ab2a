import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';
import { checkMarkedOutputs } from './marked-outputs.js';

// A block of output below `<!-- output: eva … -->` is what that command prints in the library of the examples, below
// `<!-- output of init: eva … -->` in what `eva init` makes. `U=1 node --test` writes the blocks anew.

for (const page of ['README.md', 'docs/guide/sample-size.md'])
  test(`${page} shows what the commands print`, async (t) => {
    const examples = tempLibrary(t, {});
    cpSync('prompts', join(examples, 'prompts'), { recursive: true });
    const initialized = tempLibrary(t, {});
    const { exitCode, stderr } = await runEva(['init', '--provider', 'anthropic'], { cwd: initialized });
    assert.equal(exitCode, 0, stderr);
    await checkMarkedOutputs(page, (kind) => ({ cwd: kind === 'of init' ? initialized : examples }));
  });
