import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';
import { blockOf, checkMarkedOutputs } from './marked-outputs.js';

// A block of output below `<!-- output: eva … -->` is what that command prints, below `<!-- output with a bar: eva … -->` in a library
// whose case has a bar, below `<!-- output of init: eva … -->` in what `eva init` makes. `U=1 node --test` writes the blocks anew.

interface Roots {
  readonly plain: string;
  readonly withBar?: string;
  readonly ofInit?: string;
}

/** Compares every marked block of a page with what its command prints in a library. `env` is the environment of commands that ask models. */
function checkOutputs(page: string, roots: Roots, env: Readonly<Record<string, string>> = {}): Promise<void> {
  return checkMarkedOutputs(page, (kind, command) => {
    const other = kind === 'of init' ? roots.ofInit : roots.withBar;
    const cwd = (kind === '' ? roots.plain : other) ?? roots.plain;
    return { cwd, env: command.startsWith('eval ') ? env : {} };
  });
}

/** Returns a new directory in which `eva init` made a library. */
async function initialized(t: TestContext): Promise<string> {
  const root = tempLibrary(t, {});
  const { exitCode, stderr } = await runEva(['init', '--provider', 'anthropic'], { cwd: root });
  assert.equal(exitCode, 0, stderr);
  return root;
}

test('the README shows what the commands print', async (t) => {
  const root = tempLibrary(t, {});
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  await checkOutputs('README.md', { plain: root, ofInit: await initialized(t) });
});

test('the guide of sample sizes shows what the commands print', async (t) => {
  const root = tempLibrary(t, {});
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  await checkOutputs('docs/guide/sample-size.md', { plain: root });
});

test('the guide of the first prompt shows what the commands print', async (t) => {
  const block = (mark: string) => blockOf('docs/guide/first-prompt.md', mark);
  const library = async (cases: string) => {
    const root = await initialized(t);
    await runEva(['new', 'greeting'], { cwd: root });
    writeFileSync(join(root, 'prompts/greeting/prompt.md'), block('Greet {{name}}'));
    writeFileSync(join(root, 'prompts/greeting/eval.yml'), cases);
    return root;
  };
  const cases = block('# prompts/greeting/eval.yml');
  const roots = { plain: await library(cases), withBar: await library(`${cases}${block('    sample_size')}`) };
  const server = await startFakeMessagesApi({
    answer: ({ tool_choice }) =>
      tool_choice
        ? {
            tool_input: { reason: 'A short, friendly greeting.', score: 5 },
            usage: { input_tokens: 410, output_tokens: 24 },
          }
        : { text: 'Good morning, Ada.', usage: { input_tokens: 24, output_tokens: 8 } },
  });
  t.after(() => server.close());
  await checkOutputs('docs/guide/first-prompt.md', roots, {
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: server.url,
  });
});
