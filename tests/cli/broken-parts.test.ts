import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type Cast, startConversationApi } from '../support/conversation-api.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { scenarioLibrary } from '../support/scenario-library.js';
import { type Files, tempLibrary } from '../support/temp-library.js';

const levels = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at + 1, `It counts ${at + 1} of 10 turns.`]));
const counts = {
  expected_behavior: 'The bot counts.',
  rubric: levels,
  criteria: { proportion_gte: { min_score: 6, proportion: 0.6 } },
};

interface World {
  readonly cast?: Cast;
  readonly part?: object;
  readonly files?: Files;
  readonly args?: readonly string[];
}

/** Evaluates a scenario of six conversations. */
async function evaluated(t: TestContext, { cast, part = {}, files = {}, args = [] }: World) {
  const root = scenarioLibrary(
    t,
    { sample_size: 6, then: [counts], ...part },
    { 'eva.yml': 'concurrency: 2\n', ...files },
  );
  const { env, asked } = await startConversationApi(t, cast);
  const output = await runEva(['eval', 'bot', '--trust', ...args], { cwd: root, env });
  return { ...output, root, asked, stderr: output.stderr.replace(/\s+/g, ' ') };
}

function assertBroken({ exitCode, stderr, root }: Awaited<ReturnType<typeof evaluated>>, named: RegExp): void {
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /EVA_BROKEN/);
  assert.match(stderr, named);
  assert.deepEqual(existsSync(join(root, '.eval.jsonl')) ? rowsIn(root) : [], []);
  assert.doesNotMatch(stderr, /--resume/);
}

const app = (code: string): World => ({
  part: { app: { command: [process.execPath, 'bot.mjs'] } },
  files: { 'prompts/bot/bot.mjs': code },
});

test('an application that breaks in each conversation ends the run, with its last words and a line to try it', async (t) => {
  const broken = await evaluated(t, app('process.env.TOKEN.trim();\n'));
  assertBroken(
    broken,
    /application .*bot\.mjs.*TypeError: Cannot read properties of undefined .*\(bot\.mjs:1\).* exit code 1/,
  );
  assert.match(broken.stderr, /try it: +EVA_BROKEN cd .*prompts\/bot.* && echo '\{"messages":.* \| .*bot\.mjs/);
  assert.ok(broken.asked().user <= 4, 'at most three conversations, and one that ran beside them');
});

test('a simulated user whose replies cannot be read ends the run', async (t) => {
  const broken = await evaluated(t, { cast: { user: () => ({ text: 'I would like to know.' }) } });
  assertBroken(broken, /simulated user/);
  assert.equal(broken.asked().judge, 0);
});

test('a judge without verdicts ends the run', async (t) => {
  assertBroken(await evaluated(t, { cast: { judge: () => ({ text: 'It is fine.' }) } }), /judge "claude-haiku/);
});

test('a judge that gives a verdict on one conversation leaves the others ungraded', async (t) => {
  let judged = 0;
  const judge = () => {
    judged += 1;
    return judged === 2 ? { tool_input: { reason: 'good', score: 8 } } : { text: 'It is fine.' };
  };
  const { exitCode, stderr, stdout, root } = await evaluated(t, { cast: { judge } });
  assert.equal(exitCode, 1, stderr + stdout);
  assert.equal(rowsIn(root).length, 1);
});

const single = (size: number, assertion: string): Files => ({
  'eva.yml': 'providers: { mine: { type: command, command: [cat] } }\n',
  'prompts/say/prompt.md': 'Say {{word}}\n',
  'prompts/say/checks.mjs':
    "export const f = () => { throw new RangeError('no words'); };\nexport const g = () => true;\n",
  'prompts/say/eval.yml': `defaults: { model: "command:mine" }
cases:
  - { name: a, inputs: { word: x }, sample_size: ${size}, assert: [ ${assertion} ] }
`,
});

async function checked(t: TestContext, size: number, assertion: string) {
  const root = tempLibrary(t, single(size, assertion));
  const output = await runEva(['eval', 'say', '--trust'], { cwd: root });
  return {
    ...output,
    root,
    asked: () => ({ user: 0, app: 0, judge: 0, rubric: 0 }),
    stderr: output.stderr.replace(/\s+/g, ' '),
  };
}

test('a module that throws each time ends the run, and a line tries it', async (t) => {
  const broken = await checked(t, 4, '{ module: checks.mjs#f }');
  assertBroken(broken, /module "checks\.mjs#f" broke in all [34] trials.*no words/);
  assert.match(broken.stderr, /\(checks\.mjs:1\).*try it: +EVA_BROKEN node -e 'import\("file:.*checks\.mjs"\).*m\.f\(/);
});

test('a module that throws in the only trial fails it', async (t) => {
  const { exitCode, root } = await checked(t, 1, '{ module: checks.mjs#f }');
  assert.equal(exitCode, 1);
  assert.equal(rowsIn(root).length, 1);
});

test('the exit code of a check is a verdict', async (t) => {
  const { exitCode, root } = await checked(t, 4, `{ command: ["${process.execPath}", -e, "process.exit(1)"] }`);
  assert.equal(exitCode, 1);
  assert.equal(rowsIn(root).length, 1);
});
