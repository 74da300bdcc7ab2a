import assert from 'node:assert/strict';
import { appendFileSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';
import { commandsOf } from './commands/doc-commands.js';
import { checkMarkedFiles } from './marked-files.js';
import { blockOf, checkMarkedOutputs } from './marked-outputs.js';

const page = 'docs/guide/from-promptfoo.md';
const examples = 'tests/fixtures/from-promptfoo';
const importing = ['import', 'promptfoo', 'promptfooconfig.yaml'];

/** Copies the configuration of an example into an empty folder. */
function exampleFolder(t: TestContext, example: string): string {
  const root = tempLibrary(t, {});
  cpSync(join(examples, example), root, { recursive: true });
  return root;
}

/** The answers of the stand-in, each for prompts with these words. People wrote them. */
const answers: readonly (readonly [words: RegExp, answer: string])[] = [
  [/atlas/, 'Of course, Mara. The atlas is yours until 12 December.'],
  [/a new card/, 'A new card costs 4 euros, Tom.'],
  [/Dune in two/, 'Mara, Dune is a week late. Please return it soon, before a fine is due.'],
  [/Emma in two/, 'Tom, Emma is a month late. Please bring it back.'],
  [/Zauberberg/, 'German'],
];

/** Starts stand-ins for both providers of the page. Every tenth answer to the question of the shelf is wrong, and one model knows no Dutch. */
async function startStandIns(t: TestContext): Promise<Readonly<Record<string, string>>> {
  let shelves = 0;
  const answerTo = (prompt: string, dutch: string) => {
    if (/Which shelf/.test(prompt)) return ++shelves % 10 === 0 ? 'Shelf N' : 'N';
    if (/De ontdekking/.test(prompt)) return dutch;
    return answers.find(([words]) => words.test(prompt))?.[1] ?? 'I do not know.';
  };
  const answer = (dutch: string) => (body: { readonly tool_choice?: unknown; readonly messages: unknown }) => {
    const asked = JSON.stringify(body.messages);
    return body.tool_choice
      ? { tool_input: { reason: 'It names what was asked for.', score: 5 } }
      : answerTo(asked, dutch);
  };
  const chat = await startFakeChatApi({ answer: answer('Flemish') });
  const messages = await startFakeMessagesApi({ answer: answer('Dutch') });
  t.after(() => Promise.all([chat.close(), messages.close()]));
  return {
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: messages.url,
    OPENAI_API_KEY: sentinelKey,
    OPENAI_BASE_URL: `${chat.url}/v1`,
  };
}

/** Changes an example by hand, as the page says. */
const changes: Readonly<Record<string, (root: string) => void>> = {
  'desk after a change': (root) => appendFileSync(join(root, 'prompts/reply/prompt.txt'), '\nBe friendly.\n'),
  'repeats with a bar': (root) => appendFileSync(join(root, 'prompts/shelf/eval.yml'), blockOf(page, '    criteria:')),
};

test('the page shows what the commands print, from configurations that are imported', async (t) => {
  const standIns = await startStandIns(t);
  const keys = { ANTHROPIC_API_KEY: sentinelKey, OPENAI_API_KEY: sentinelKey };
  const data = tempLibrary(t, {});
  const roots = new Map<string, string>();
  await checkMarkedOutputs(page, async (kind, command) => {
    const state = kind.replace('of ', '');
    const [example = ''] = state.split(' ');
    const root = roots.get(example) ?? exampleFolder(t, example);
    if (!roots.has(example)) {
      roots.set(example, root);
      if (!command.startsWith('import')) await runEva(importing, { cwd: root });
    }
    changes[state]?.(root);
    const models = state.endsWith('without a key') ? {} : command.startsWith('eval') ? standIns : keys;
    const steady = (text: string) =>
      text
        .replaceAll(root, '/home/mara/library')
        .replace(/from 127\.0\.0\.1:\d+/, 'from a model')
        .replace(/^( +cost · median s) .*$/m, '$1  – · 0.05                   – · 0.05')
        .replace(/(sha256 +)[0-9a-f]{64}/, `$1${'4f3a9c'.repeat(11).slice(0, 64)}`);
    const isError = state.endsWith('without a key');
    return { cwd: root, env: { XDG_DATA_HOME: data, ...models }, steady, isError };
  });
});

test('the configurations and the files that the page shows are those that an import reads and writes', async (t) => {
  const roots = new Map<string, string>();
  for (const example of readdirSync(examples)) {
    const root = exampleFolder(t, example);
    const { exitCode, stdout } = await runEva(importing, { cwd: root });
    assert.ok(exitCode <= 2, stdout);
    roots.set(example, root);
  }
  checkMarkedFiles(page, (example, path) => readFileSync(join(roots.get(example) ?? '', path), 'utf8'));
});

test('every command in the code of the page does its work, each block in a new folder', async (t) => {
  const env = { ...(await startStandIns(t)), XDG_DATA_HOME: tempLibrary(t, {}) };
  const folders = new Map<number, string>();
  for (const { block, args, text } of commandsOf('docs/guide/from-promptfoo.md')) {
    const cwd = folders.get(block) ?? exampleFolder(t, 'desk');
    folders.set(block, cwd);
    const { exitCode, stdout, stderr } = await runEva(args, { cwd, env, ...(args[0] === 'trust' && { typed: 'y' }) });
    assert.ok(exitCode <= 1, `${text} ends with ${exitCode}\n${stdout}${stderr}`);
  }
});
