import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { bodyOf, obey } from '../../cli/mutate/obedient-model.js';
import { startConversationApi } from '../../support/conversation-api.js';
import { startFakeBatchesApi } from '../../support/fake-batches-api.js';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import type { SeenRequest } from '../../support/fake-http.js';
import { type FakeReply, startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { type GitLibrary, gitLibrary } from '../../support/git-library.js';
import { type RunningEva, startEva, until } from '../../support/interrupted-eva.js';
import { type EvaOutput, runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { tempLibrary } from '../../support/temp-library.js';
import { blockOf } from '../marked-outputs.js';

type Env = Readonly<Record<string, string>>;

/** The library in which the commands of a page run, with models that answer on this machine. */
export interface Scene {
  readonly root: string;
  /** Runs a command. `typed` is a line that somebody types. */
  readonly run: (args: readonly string[], env?: Env, typed?: string) => Promise<EvaOutput>;
  /** Makes an unfinished run of commit-message, as a provider that is down does. */
  readonly interrupt: () => Promise<EvaOutput>;
  /** Runs a command that waits, and presses Ctrl-C as soon as it says that Ctrl-C ends it. */
  readonly runUntilCtrlC: (args: readonly string[]) => Promise<EvaOutput>;
  /** Goes on in a new empty folder. */
  readonly leave: () => void;
  /** Goes back to the library. */
  readonly enter: () => void;
  /** Commits the files of the library. */
  readonly commit: () => void;
  /** The name of the last run, or of the one before it. */
  readonly runName: (before?: 1) => string;
}

/** A prompt that is asked in no time, and passes with the models of the scene. */
const ticketsEval = `defaults:
  model: claude-opus-4-7
cases:
  - name: tickets
    inputs: { message: "My parcel is late." }
    sample_size: 60
    assert: [{ contains: Step }]
    rubric: Is the answer polite, 1 to 10?
    criteria: { proportion_gte: { proportion: 0.9 } }
`;

/** Prompts that pages name and that the example library lacks. */
const ownPrompts = ['commit', 'greeting', 'support-triage', 'support-triage-2'];

/** Prompts that a page shows: the id, and the page. */
const shownPrompts: readonly (readonly [id: string, page: string])[] = [
  ['note', 'docs/guide/mutation.md'],
  ['refunds', 'docs/guide/tools.md'],
  ['support', 'docs/guide/applications.md'],
  ['ticket-summary', 'docs/guide/rubrics.md'],
  ['triage-short', 'docs/guide/variants.md'],
];

/** Makes the library: the examples of this repository, the prompts of the pages, and versions of them in git. */
function exampleLibrary(t: TestContext): GitLibrary {
  const library = gitLibrary(t, {});
  const { root, git, commit, write } = library;
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  for (const id of ownPrompts)
    write({ [`prompts/${id}/prompt.md`]: `Answer {{message}} as ${id}.\n`, [`prompts/${id}/eval.yml`]: ticketsEval });
  for (const [id, page] of shownPrompts)
    write({ [`prompts/${id}/eval.yml`]: blockOf(page, `# prompts/${id}/eval.yml`) });
  write({
    'prompts/note/prompt.xml': blockOf('docs/guide/mutation.md', '<prompt>'),
    'prompts/refunds/prompt.md': 'Answer {{message}}.\n',
    'prompts/refunds/tools/refund.schema.json': '{ "type": "object" }\n',
    'prompts/support/prompt.md': 'Help people with their account.\n',
    'prompts/support/bot.mjs': blockOf('docs/guide/applications.md', '// prompts/support/bot.mjs'),
    'prompts/ticket-summary/prompt.md': 'Summarize {{ticket}}.\n',
    'prompts/triage/prompt.md': 'Answer {{question}}.\n',
    'prompts/triage-short/prompt.md': 'Answer {{question}} in a sentence.\n',
    'prompts/triage/eval.yml': blockOf('docs/guide/variants.md', 'defaults:\n  models:').replace(
      / {2}- name: long[\s\S]*/,
      '',
    ),
    'eva.yml': `prices:
  claude-opus-4-7: { input: 5, output: 25 }
  claude-haiku-4-5-20251001: { input: 1, output: 5 }
`,
  });
  commit('prompts');
  git('tag', 'v1.2');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  write({ 'prompts/support-triage/prompt.md': 'Answer {{message}}, and be brief.\n' });
  return library;
}

/** Returns the answer of the model under test. */
function replyTo(prompt: string): string {
  return prompt.includes('Write a note to') ? obey(prompt) : 'Step 1: open the settings.';
}

/** Answers as the model under test, or as the judge that the tool of a request asks for. */
function answerTo(body: SeenRequest['body']): FakeReply {
  const tool = body.tool_choice?.name;
  if (tool === 'decision') return { tool_input: { reason: 'It asks for that.', decision: 'YES' } };
  if (tool !== 'verdict') return { text: replyTo(bodyOf(body)) };
  const [{ input_schema }] = body.tools;
  return { tool_input: { reason: 'Each step is there.', score: input_schema.properties.score.maximum ?? 5 } };
}

/** Opens the scene of a page. */
export async function openScene(t: TestContext): Promise<Scene> {
  const messages = await startConversationApi(t, { app: answerTo, judge: answerTo });
  const batches = await startFakeBatchesApi({ answer: answerTo });
  const chat = await startFakeChatApi();
  const down = await startFakeMessagesApi({ faults: () => ({ status: 404 }) });
  t.after(() => Promise.all([batches.close(), chat.close(), down.close()]));
  const models = { OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${chat.url}/v1`, ...messages.env };
  const library = exampleLibrary(t);
  let { root } = library;
  const names = () => readdirSync(join(root, '.eva/runs')).sort();
  return {
    get root() {
      return root;
    },
    run: (args, env = {}, typed) => {
      const server = args.includes('--batch') ? { ANTHROPIC_BASE_URL: batches.url } : {};
      return runEva(args, { cwd: root, env: { ...models, ...server, ...env }, ...(typed && { typed }) });
    },
    interrupt: () =>
      runEva(['eval', 'commit-message'], { cwd: root, env: { ...models, ANTHROPIC_BASE_URL: down.url } }),
    runUntilCtrlC: (args) => interruptWaiting(startEva(args, root, messages.server.url)),
    commit: () => library.commit(),
    enter: () => {
      ({ root } = library);
    },
    leave: () => {
      root = tempLibrary(t, {});
    },
    runName: (before) => names().at(before === undefined ? -1 : -2) ?? 'no run',
  };
}

/** Presses Ctrl-C when a command says that it ends it. */
async function interruptWaiting(eva: RunningEva): Promise<EvaOutput> {
  await until(() => eva.stderr().includes('Ctrl-C ends'), eva);
  const { exitCode } = await eva.end('SIGINT');
  return { exitCode: exitCode ?? 70, stdout: eva.stdout(), stderr: eva.stderr() };
}

/** Runs commands of which each must do its work. `exitCodes` are those that count as done. */
export async function prepare(scene: Scene, lines: readonly string[], exitCodes = [0, 1]): Promise<void> {
  for (const line of lines) {
    const { exitCode, stdout, stderr } = await scene.run(line.split(' '));
    assert.ok(exitCodes.includes(exitCode), `eva ${line} prepares and ends with ${exitCode}\n${stdout}${stderr}`);
  }
}

/** Collects the shards of a run into a folder, as copies from the machines that collected them. */
export async function collectShards(scene: Scene, folder: string): Promise<void> {
  const runs = join(scene.root, '.eva/runs');
  rmSync(runs, { recursive: true, force: true });
  await prepare(scene, ['eval commit-message --shard 1/2', 'eval commit-message --shard 2/2']);
  if (folder === '.eva/runs') return;
  rmSync(join(scene.root, folder), { recursive: true, force: true });
  cpSync(runs, join(scene.root, folder), { recursive: true });
}

/** Writes the cases of support-triage anew, with one model. */
export function writeTickets(root: string): void {
  writeFileSync(join(root, 'prompts/support-triage/eval.yml'), ticketsEval);
}

/** Fills an exported file as a person would who passes every answer. */
export function passAll(path: string): void {
  const text = readFileSync(path, 'utf8');
  const [header = ''] = text.split(/\r?\n/);
  const column = header.split(',').findIndex((name) => name.replaceAll('"', '') === 'verdict');
  assert.ok(column >= 0, header);
  const cells = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n)/g;
  let at = 0;
  let row = 0;
  const filled = text.replace(cells, (whole, _cell: string, end: string) => {
    const isVerdict = row > 0 && at === column;
    at = end === ',' ? at + 1 : 0;
    if (end !== ',') row++;
    return isVerdict ? `pass${end}` : whole;
  });
  writeFileSync(path, filled);
}
