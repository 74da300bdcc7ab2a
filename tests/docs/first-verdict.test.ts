import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';

const readme = readFileSync('README.md', 'utf8');
const section = readme.slice(readme.indexOf('## Your first verdict'), readme.indexOf('## A data set'));
const blocks = [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}));

function block(kind: string, start: string): string {
  const found = blocks.find((one) => one.kind === kind && one.text.startsWith(start));
  assert.ok(found, `the README has a block that begins with ${start}`);
  return found.text;
}

test('the first commands of the README lead from an empty folder to a verdict on a prompt of its reader', async (t) => {
  const server = await startFakeMessagesApi({
    answer: ({ tool_choice }) =>
      tool_choice ? { tool_input: { reason: 'says both', score: 5 } } : 'B-77 is late and needed by Friday.',
  });
  t.after(() => server.close());
  const root = tempLibrary(t, {});
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const commands = [...block('sh', 'npm install').matchAll(/^npx eva ([^#\n]*)/gm)].map(([, args = '']) =>
    args.trim().split(/ +/),
  );
  assert.deepEqual(
    commands.map(([name]) => name),
    ['init', 'eval', 'new', 'eval'],
  );
  for (const args of commands) {
    const { exitCode, stdout, stderr } = await runEva(args, { cwd: root, env });
    assert.equal(exitCode, 0, `eva ${args.join(' ')}\n${stdout}${stderr}`);
    if (args[0] !== 'new') continue;
    writeFileSync(join(root, 'prompts/ticket-summary/prompt.md'), block('', 'Summarize'));
    writeFileSync(join(root, 'prompts/ticket-summary/eval.yml'), block('yaml', '# prompts/ticket-summary/eval.yml'));
  }
  assert.equal(server.requests.length, 2, 'the sample calls no model, the own prompt the model and the judge');
});
