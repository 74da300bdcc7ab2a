import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { attemptsOf, eventsOf, lastEnd } from '../support/attempts-of.js';
import { startFakeEmbeddings } from '../support/fake-chat-api.js';
import type { Fault } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { holdReply } from '../support/held-reply.js';
import { startEva, until } from '../support/interrupted-eva.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults: { model: claude-x }
cases:
  - { name: first, inputs: { code: first }, assert: [ { contains: good } ] }
  - { name: others, inputs: { code: others }, sample_size: 40, assert: [ { contains: good } ] }
`;

/** Makes a library whose first case gets the reply `first` at once, and whose other replies come with a fault or after so many milliseconds. */
async function library(t: TestContext, first: string, others: number | ((number: number) => Fault)) {
  const isFirst = (body: object) => JSON.stringify(body).includes('Change first');
  const server = await startFakeMessagesApi({
    answer: (body) => (isFirst(body) ? first : 'good'),
    faults: (number, { body }) => {
      if (isFirst(body)) return null;
      return typeof others === 'number' ? { delayMs: others } : others(number);
    },
  });
  t.after(() => server.close());
  const files = { 'prompts/diff/eval.yml': evalFile, 'eva.yml': 'concurrency: 2\n' };
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  return { root, server };
}

const resume = (root: string, url: string) =>
  runEva(['eval', 'diff', '--resume', '--trust'], {
    cwd: root,
    env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: url },
  });

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`${signal} at the first failed case leaves a red and open attempt`, async (t) => {
    const { root, server } = await library(t, 'bad', 300);
    const eva = startEva(['eval', 'diff'], root, server.url);
    await until(() => eva.stderr().includes('first'), eva);
    assert.equal((await eva.end(signal)).exitCode, code);
    const { outcome, cases, red, sources } = lastEnd(root);
    assert.deepEqual([eventsOf(root), outcome, red], ['begin red end', 'interrupted', true]);
    assert.deepEqual([cases.failed, cases.open], [1, 1]);
    assert.ok(sources.asked >= 1);
  });
}

const slowModule = `export const polite = () => new Promise((resolve) => setTimeout(resolve, 1900, true));
`;

/** What grades a trial after its reply. An interrupt leaves it open in each of them. */
const gradings = {
  refuses: 'assert: [ { refuses: true } ]',
  not_refuses: 'assert: [ { not_refuses: true } ]',
  similar: 'assert: [ { similar: { to: good, min: 0.5 } } ]',
  at_least: 'assert: [ { at_least: { count: 2, of: [ { contains: good }, { similar: { to: good, min: 0.5 } } ] } } ]',
  command: 'assert: [ { command: [sleep, "10"] } ]',
  module: 'assert: [ { module: checks.mjs#polite } ]',
};

for (const [name, grading] of Object.entries(gradings)) {
  test(`an interrupt between a reply and its grading by ${name} fails no trial`, async (t) => {
    const hasProgram = /command|module/.test(name);
    const decision = name === 'refuses' ? 'YES' : 'NO';
    const held = holdReply();
    const server = await startFakeMessagesApi({
      answer: ({ tool_choice }) => (tool_choice ? { tool_input: { reason: 'So it is.', decision } } : 'good'),
      // the reply to the case comes when the run is already stopping
      faults: (number) => (hasProgram || number > 0 ? null : held.fault),
    });
    const embeddings = await startFakeEmbeddings(() => [1, 2]);
    t.after(() => Promise.all([server.close(), embeddings.close()]));
    const root = tempLibrary(t, {
      ...goodPrompt(),
      'eva.yml': `providers: { near: { type: openai, base_url: "${embeddings.url}/v1" } }\n`,
      'prompts/diff/checks.mjs': slowModule,
      'prompts/diff/eval.yml': `defaults: { model: claude-x, judge: { model: claude-j }, embedding_model: near:e }
cases:
  - name: thief
    inputs: { code: x }
    ${grading}
`,
    });
    const eva = startEva(['eval', 'diff', '--trust'], root, server.url);
    await until(() => server.requests.length > 0, eva);
    if (hasProgram) await new Promise((resolve) => setTimeout(resolve, 500));
    const ended = eva.end('SIGINT');
    await until(() => eva.stderr().includes('stopping'), eva);
    held.release();
    assert.equal((await ended).exitCode, 130);
    assert.doesNotMatch(eva.stderr(), /settled|thief/);
    assert.deepEqual([eventsOf(root), lastEnd(root).cases], ['begin end', { passed: 0, failed: 0, open: 1 }]);
    if (hasProgram) return;
    const { exitCode, stderr } = await resume(root, server.url);
    assert.equal(exitCode, 0, stderr);
  });
}

test('SIGKILL at the first failed case leaves its line, which is written before the case is shown', async (t) => {
  const { root, server } = await library(t, 'bad', 300);
  const eva = startEva(['eval', 'diff'], root, server.url);
  await until(() => eva.stderr().includes('first'), eva);
  await eva.end('SIGKILL');
  assert.equal(eventsOf(root), 'begin red');
});

test('a second Ctrl-C exits at once, and the attempt has an end line', async (t) => {
  const { root, server } = await library(t, 'good', 60_000);
  const eva = startEva(['eval', 'diff'], root, server.url);
  await until(() => eva.stderr().includes('first'), eva);
  eva.child.kill('SIGINT');
  await until(() => eva.stderr().includes('stopping'), eva);
  assert.equal((await eva.end('SIGINT')).exitCode, 130);
  assert.doesNotMatch(eva.stderr(), /interrupted/, 'which a run says that waited for its replies');
  const { outcome, cases, red } = lastEnd(root);
  assert.deepEqual(
    [eventsOf(root), outcome, cases, red],
    ['begin end', 'interrupted', { passed: 1, failed: 0, open: 1 }, false],
  );
});

test('an interrupted and resumed run is one attempt, with the outcome of the run', async (t) => {
  const { root, server } = await library(t, 'good', 100);
  const eva = startEva(['eval', 'diff'], root, server.url);
  await until(() => server.requests.length > 10, eva);
  await eva.end('SIGINT');
  assert.equal((await resume(root, server.url)).exitCode, 0);
  assert.deepEqual(
    [eventsOf(root), lastEnd(root).outcome, lastEnd(root).sources.asked],
    ['begin end end', 'passed', 41],
  );
});

test('a run that is killed has one begin line, and its resume adds the end', async (t) => {
  for (const moment of [0, 4, 7]) {
    const { fault, release } = holdReply();
    const { root, server } = await library(t, 'good', (number) => (number > moment * 5 ? fault : { delayMs: 20 }));
    const eva = startEva(['eval', 'diff'], root, server.url);
    await until(() => server.requests.length > moment * 5, eva);
    await eva.end('SIGKILL');
    release();
    assert.equal(eventsOf(root), 'begin');
    const { exitCode, stderr } = await resume(root, server.url);
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual([eventsOf(root), lastEnd(root).outcome], ['begin end', 'passed']);
    assert.deepEqual([rowsIn(root).length, new Set(attemptsOf(root).map(({ run_id }) => run_id)).size], [1, 1]);
  }
});
