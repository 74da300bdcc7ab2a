import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { matchesGolden } from '../support/golden.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';

const npx = { npm_command: 'exec' };

/** Matches a command of eva that is not one of npx, where a sentence names commands to type. */
const bare = /(?<!npx )\beva (?:eval|report|log|plan|doctor|promote|merge|list|new|init|clean|trust|--help)\b/;

const cases = `cases:
  - name: happy
    inputs: { code: x }
    model: claude-x
    sample_size: 3
    assert: [{ contains: good }]
`;

interface Opening {
  readonly files?: Files;
  readonly answer?: string;
}

async function library(t: TestContext, { files = {}, answer = 'good' }: Opening = {}) {
  const server = await startFakeMessagesApi({ answer: () => answer });
  t.after(() => server.close());
  const cwd = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': cases, ...files });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const called = (how: Readonly<Record<string, string>>) => async (args: readonly string[], columns?: number) => {
    const { stdout, stderr } = await runEva(args, { cwd, env: { ...env, ...how }, ...(columns && { columns }) });
    return `${stdout}${stderr}`;
  };
  return { npx: called(npx), globally: called({}) };
}

/** Replaces what differs between two runs of the same command. */
function steady(text: string): string {
  return text
    .replace(/\b[0-9a-f]{6}\b|\d{8}T\d{6}Z-[0-9a-f]+/g, 'RUN')
    .replace(/\d+:\d\d(?::\d\d)?|today \d\d:\d\d/g, 'TIME')
    .replace(/\b\d+(?:\.\d+)? s\b/g, 'TIME');
}

const lines: readonly (readonly [string, readonly string[]])[] = [
  ['wrong command', ['evla', 'diff']],
  ['wrong flag', ['report', '--unknown-flag-of-nobody']],
  ['nobody can answer', ['eval']],
  ['no run', ['report']],
  ['empty log', ['log']],
  ['doctor', ['doctor']],
  ['unmet gate', ['promote', 'diff']],
  ['empty cache', ['cache', 'stats']],
];

for (const [what, argv] of lines) {
  test(`${what}: every command to type begins as the user called eva`, async (t) => {
    const { npx, globally } = await library(t);
    const told = await npx(argv);
    assert.match(told, /npx eva /);
    assert.doesNotMatch(told, bare);
    matchesGolden(`called-as/${what.replaceAll(' ', '-')}`, told);
    assert.doesNotMatch(await globally(argv), /npx/);
  });
}

test('footer, log and resume of a run name commands as the user called eva', async (t) => {
  const { npx, globally } = await library(t);
  const stopped = await npx(['eval', 'diff', '--max-calls', '1', '--allow-short-budget']);
  assert.match(stopped, /npx eva eval diff --resume --max-calls/);
  const logged = await npx(['log']);
  assert.match(logged, /npx eva eval diff --resume/);
  const resumed = await npx(['eval', 'diff', '--resume', '--max-calls', '9']);
  assert.match(resumed, /npx eva report --full/);
  for (const told of [stopped, logged, resumed]) assert.doesNotMatch(told, bare);
  assert.doesNotMatch(await globally(['report']), /npx/);
});

test('a footer is laid out for the words by which the user called eva', async (t) => {
  const { npx } = await library(t);
  await npx(['eval', 'diff']);
  for (let columns = 40; columns <= 100; columns += 1) {
    const told = stripVTControlCharacters(await npx(['report'], columns));
    const widest = Math.max(...told.split('\n').map((line) => line.length));
    assert.ok(widest <= columns, `${columns}: ${widest}\n${told}`);
  }
});

test('texts that contain commands of eva stay as they are', async (t) => {
  const answer = 'type: eva eval diff, then eva report --full';
  const files = {
    'prompts/diff/eval.yml': `${cases.replace('name: happy', 'name: "run: eva eval all"').replace('code: x', 'code: "did you mean: eva log"').replace('good', '"eva doctor"')}`,
  };
  const { npx } = await library(t, { files, answer });
  const told = (await npx(['eval', 'diff', '--show'])) + (await npx(['report', '--full']));
  assert.match(told, /run: eva eval all/);
  assert.match(told, /did you mean: eva log/);
  assert.match(told, /type: eva eval diff, then eva report --full/);
  assert.match(told, /npx eva report/);
  assert.doesNotMatch(told, /type: npx|run: npx|did you mean: npx|then npx/);
});

test('values in hints stay as they are', async (t) => {
  const { npx } = await library(t);
  const told = await npx(['eval', 'diff', '--resume', 'eva report']);
  assert.doesNotMatch(told, /npx eva report/);
});

test('documents name commands of eva alone', async (t) => {
  const { npx, globally } = await library(t);
  await npx(['eval', 'diff', '--max-calls', '1', '--allow-short-budget']);
  for (const argv of [
    ['doctor', '--json'],
    ['log', '--json'],
    ['promote', 'diff', '--json'],
  ]) {
    const told = await npx(argv);
    assert.doesNotMatch(told, /npx/);
    assert.equal(steady(told), steady(await globally(argv)));
  }
});
