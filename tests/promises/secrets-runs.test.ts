import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { type FakeBatchesOptions, startFakeBatchesApi } from '../support/fake-batches-api.js';
import { type FakeReply, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { startEva, until } from '../support/interrupted-eva.js';
import { runEva } from '../support/run-eva.js';
import { assertNoSecret, assertNoSecretBelow, sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

/** The key in every form in which a model could say it: as it is, in part, encoded, and as a URL writes what holds it. */
const echo = [
  sentinelKey,
  sentinelKey.slice(12, 32),
  Buffer.from(`Bearer ${sentinelKey}`).toString('base64'),
  Buffer.from(`u:${sentinelKey}`).toString('base64url'),
  encodeURIComponent(`Bearer ${sentinelKey}`),
].join(' | ');

/** Answers with the key in its text and in the argument of a forced tool's call; the first of these holds it in names of fields too. */
function echoing(): (body: { readonly tools?: unknown }) => FakeReply {
  let calls = 0;
  return ({ tools }) => {
    if (!tools) return { text: `<diff> ${echo}` };
    const verdict = { reason: `5 because ${echo}`, score: 5 };
    return { tool_input: calls++ === 0 ? { ...verdict, [echo]: { [sentinelKey]: echo } } : verdict };
  };
}

const judged = `defaults:
  model: claude-opus-4-7
  judge: { model: claude-opus-4-7 }
cases:
  - name: happy
    sample_size: 4
    stop_early: false
    inputs: { code: "x = 1" }
    assert: [ { contains: "<diff>" } ]
    rubric: Is it small, 1-5?
`;

const files = { ...goodPrompt(), 'prompts/diff/eval.yml': judged };

/** Every command that shows a run, or what is kept of it. */
const shows: readonly (readonly string[])[] = [
  ['log'],
  ['log', '--json'],
  ['report'],
  ['report', '--json'],
  ['report', '--recompute'],
  ['plan', 'diff'],
  ['promote', 'diff', '--check'],
  ['doctor'],
  ['trust', '--json'],
  ['cache', 'stats'],
  ['clean', '--dry-run', '--older-than', '1h', '--json'],
];

function environment(url: string) {
  return { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: url };
}

/** Runs a command line, which looks for the key in its output, and then in every file of the library. */
async function scanned(root: string, url: string, args: readonly string[]) {
  const output = await runEva(args, { cwd: root, env: environment(url) });
  assertNoSecretBelow(root);
  return output;
}

/** For the middle of a run, when a server is to go on answering. */
function leaksIn(root: string): readonly Error[] {
  try {
    assertNoSecretBelow(root);
    return [];
  } catch (error) {
    return [error as Error];
  }
}

function namesIn(root: string): ReadonlySet<string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return new Set(names.map((name) => (name.includes('/cache/') ? 'cache' : (name.split('/').at(-1) ?? ''))));
}

function assertKept(names: ReadonlySet<string>, ...expected: readonly string[]): void {
  for (const name of expected) assert.ok(names.has(name), `${name} is among ${[...names].join(', ')}`);
}

const everything = ['plan.json', 'journal.jsonl', 'trials.jsonl', 'result.json', '.eval.jsonl'];

test('a key that models say is in no file of a run at any moment of it, nor in what shows the run', async (t) => {
  const root = tempLibrary(t, files);
  const during = new Set<string>();
  const looks: Error[] = [];
  const answer = echoing();
  const server = await startFakeMessagesApi({
    answer: (body) => {
      for (const name of namesIn(root)) during.add(name);
      looks.push(...leaksIn(root));
      return answer(body);
    },
  });
  t.after(() => server.close());
  for (const flags of [['--record'], ['--cache'], ['--json'], ['--cache', '--json'], ['--replay']]) {
    const { exitCode, stdout, stderr } = await scanned(root, server.url, ['eval', 'diff', ...flags]);
    assert.equal(exitCode, 0, stdout + stderr);
  }
  assert.deepEqual(looks, [], 'while it ran');
  assertKept(during, 'lock', 'plan.json', 'journal.jsonl');
  assertKept(namesIn(root), ...everything, 'recordings.jsonl', 'cache');
  for (const args of shows) await scanned(root, server.url, args);
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test(`a key is in nothing that a run leaves which ${signal} ends, nor where it is gone on with`, async (t) => {
    const root = tempLibrary(t, files);
    let hangs = true;
    const server = await startFakeMessagesApi({
      answer: echoing(),
      faults: (number) => (hangs && number >= 3 ? 'hang' : null),
    });
    t.after(() => server.close());
    const run = startEva(['eval', 'diff'], root, server.url);
    await until(() => server.requests.length >= 4, run);
    assertNoSecretBelow(root);
    await run.end(signal);
    assertNoSecret(run.stderr(), 'stderr');
    assertNoSecretBelow(root);
    hangs = false;
    for (const args of [['log'], ['log', '--json']]) {
      assert.match((await scanned(root, server.url, args)).stdout, /--resume/);
    }
    const resumed = await scanned(root, server.url, ['eval', 'diff', '--resume', '--json']);
    assert.equal(resumed.exitCode, 0, resumed.stderr);
    assertKept(namesIn(root), ...everything);
    for (const args of shows) await scanned(root, server.url, args);
  });
}

for (const status of [400, 401, 403, 429, 500, 529]) {
  test(`a key that a ${status} echoes is in nothing that the run leaves, nor where it is gone on with`, async (t) => {
    const root = tempLibrary(t, files);
    let fails = true;
    const server = await startFakeMessagesApi({
      answer: echoing(),
      faults: (number) =>
        fails && number >= 2 ? { status, echo: true, message: echo, headers: { 'retry-after': '3600' } } : null,
    });
    t.after(() => server.close());
    const failed = await scanned(root, server.url, ['eval', 'diff']);
    assert.equal(failed.exitCode, 3);
    assert.match(failed.stdout + failed.stderr, /\[redacted\]/);
    await scanned(root, server.url, ['log']);
    fails = false;
    const resumed = await scanned(root, server.url, ['eval', 'diff', '--resume']);
    // A refused request is the answer to its trial, since the server answered another one.
    assert.equal(resumed.exitCode, status === 400 ? 1 : 0, resumed.stderr);
    for (const args of shows) await scanned(root, server.url, args);
  });
}

async function openBatches(t: TestContext, options: FakeBatchesOptions = {}) {
  const root = tempLibrary(t, files);
  const server = await startFakeBatchesApi({ answer: echoing(), polls: 1, ...options });
  t.after(() => server.close());
  return { root, server };
}

test('a key that comes back in a batch, as an answer or as an error, is in no file and in no output', async (t) => {
  let errored = 0;
  const looks: Error[] = [];
  const { root, server } = await openBatches(t, {
    outcome: (_id, earlier) =>
      earlier === 0 && errored++ === 0 ? { error: 'api_error', message: `told ${echo}` } : 'succeeded',
    onCall: () => looks.push(...leaksIn(root)),
  });
  const { exitCode, stdout, stderr } = await scanned(root, server.url, ['eval', 'diff', '--batch']);
  assert.equal(exitCode, 0, stdout + stderr);
  assert.deepEqual(looks, [], 'while it ran');
  assert.ok(server.batches.length >= 2, 'trials, then judge calls');
  assertKept(namesIn(root), ...everything);
  for (const args of shows) await scanned(root, server.url, args);
});

test('a key is in nothing that a run leaves which ends while its batch is worked on', async (t) => {
  const { root, server } = await openBatches(t, { polls: 1_000_000 });
  const run = startEva(['eval', 'diff', '--batch'], root, server.url);
  await until(() => server.calls.retrieve > 0, run);
  assertNoSecretBelow(root);
  await run.end('SIGTERM');
  assertNoSecret(run.stderr(), 'stderr');
  assert.match((await scanned(root, server.url, ['log'])).stdout, /--resume/);
  const [batch] = server.batches;
  assert.ok(batch);
  batch.polls = 1;
  const second = startEva(['eval', 'diff', '--resume'], root, server.url);
  await until(() => server.batches.length > 1, second);
  await second.end('SIGTERM');
  assertNoSecret(second.stderr(), 'stderr');
  assertNoSecretBelow(root);
  for (const args of shows) await scanned(root, server.url, args);
});
