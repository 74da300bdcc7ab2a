import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';

// A block of output below `<!-- output: eva … -->` is what that command prints, below `<!-- output with a bar: eva … -->` in a library
// whose case has a bar, below `<!-- output of init: eva … -->` in what `eva init` makes. `U=1 node --test` writes the blocks anew.

/** Replaces what differs from run to run: names of runs and times. */
function steady(text: string): string {
  return text
    .replace(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, '20261121T223015Z-4f3a9c')
    .replace(/\b[0-9.]+ (ms|s)$/gm, '80 ms')
    .replace(/\b[0-9.]+m?s ·/g, '80ms ·')
    .replace(/ +$/gm, '');
}

interface Roots {
  readonly plain: string;
  readonly withBar?: string;
  readonly ofInit?: string;
}

/** Compares every marked block of a page with what its command prints in a library. `env` is the environment of commands that ask models. */
async function checkOutputs(page: string, roots: Roots, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const text = readFileSync(page, 'utf8');
  const marks = [...text.matchAll(/<!-- output( with a bar| of init)?: eva (.*) -->\n```\n([\s\S]*?)^```$/gm)];
  assert.ok(marks.length > 0, `${page} marks no output`);
  let written = text;
  for (const [whole, kind, command = '', shown = ''] of marks) {
    const other = kind === ' of init' ? roots.ofInit : roots.withBar;
    const cwd = (kind ? other : roots.plain) ?? roots.plain;
    const asksModels = command.startsWith('eval ');
    const { stdout } = await runEva(command.split(' '), { cwd, env: asksModels ? env : {} });
    const real = `${steady(stdout).replace(/^\n|\n+$/g, '')}\n`;
    if (process.env['U'] === '1')
      written = written.replace(whole, () => `${whole.slice(0, whole.indexOf('\n```\n'))}\n\`\`\`\n${real}\`\`\``);
    else assert.equal(shown, real, `${page}: eva ${command} prints something else: U=1 writes it anew`);
  }
  if (written !== text) writeFileSync(page, written);
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

test('the guide of the first prompt shows what the commands print', async (t) => {
  const page = readFileSync('docs/guide/first-prompt.md', 'utf8');
  const block = (mark: string) =>
    [...page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)]
      .map(([, text = '']) => text)
      .find((text) => text.startsWith(mark)) ?? '';
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
