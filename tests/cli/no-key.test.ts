import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type FakeServer, startFakeHttp } from '../support/fake-http.js';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';

/** The subject's model needs no key, being on this machine; the judge's needs one. */
const judged = goodEval
  .replace('claude-opus-4-7', 'openai:gpt')
  .replace('cases:', '  judge: { model: claude-haiku-4-5-20251001 }\ncases:')
  .replace('    assert:', '    rubric: Is it small, 1-5?\n    assert:');

interface Library {
  readonly root: string;
  readonly recordings: string;
  readonly subject: FakeServer;
  readonly judge: FakeServer;
  readonly eva: (hasKey: boolean, ...args: string[]) => Promise<EvaOutput>;
}

async function library(t: TestContext): Promise<Library> {
  const [text, score] = ['<diff>', { reason: 'small indeed', score: 5 }];
  const message = { role: 'assistant', content: text, refusal: null };
  const subject = await startFakeHttp({
    path: '/v1/chat/completions',
    faults: [],
    answer: () => ({ choices: [{ index: 0, message, finish_reason: 'stop' }] }),
  });
  const judge = await startFakeHttp({
    path: '/v1/messages',
    faults: [],
    answer: () => ({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_fake', name: 'verdict', input: score }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  });
  t.after(() => Promise.all([subject.close(), judge.close()]));
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': judged });
  const env = { OPENAI_BASE_URL: `${subject.url}/v1`, ANTHROPIC_BASE_URL: judge.url };
  const key = (hasKey: boolean) => (hasKey ? { ANTHROPIC_API_KEY: 'sk-of-nobody' } : {});
  return {
    root,
    recordings: join(root, 'prompts/diff/recordings.jsonl'),
    subject,
    judge,
    eva: (hasKey, ...args) => runEva(['eval', 'diff', ...args], { cwd: root, env: { ...env, ...key(hasKey) } }),
  };
}

test('without the key of the judge nobody is called: the whole run plays its recordings, said in one line', async (t) => {
  const { eva, subject, judge } = await library(t);
  assert.equal((await eva(true, '--record')).exitCode, 0);
  assert.deepEqual([subject.requests.length, judge.requests.length], [1, 1]);
  const { exitCode, stderr } = await eva(false);
  assert.equal(exitCode, 0, stderr);
  const said = 'no key for anthropic (ANTHROPIC_API_KEY is not set): no model is called, the run plays';
  assert.ok(stderr.replace(/\s+/g, ' ').startsWith(`${said} prompts/diff/recordings.jsonl`), stderr);
  assert.ok(
    stderr.split('\n').every((line) => line.length <= 100),
    stderr,
  );
  assert.deepEqual([subject.requests.length, judge.requests.length], [1, 1]);
});

test('a subject is not paid for whose judge cannot be asked, though the file holds some other recording', async (t) => {
  const { eva, subject, recordings } = await library(t);
  await eva(true, '--record');
  const unrelated = readFileSync(recordings, 'utf8').replaceAll(/"key":"[0-9a-f]{64}"/g, `"key":"${'0'.repeat(64)}"`);
  writeFileSync(recordings, unrelated);
  const { exitCode, stdout } = await eva(false);
  assert.equal(exitCode, 3, stdout);
  assert.match(stdout, /no recording of a reply of the subject\n +happy\n/);
  assert.equal(subject.requests.length, 1, 'the one that was recorded');
});

test('without the key and without recordings it ends before anybody is called', async (t) => {
  const { eva, root, subject } = await library(t);
  for (const args of [[], ['--cache'], ['--record']]) {
    const { exitCode, stderr } = await eva(false, ...args);
    assert.equal(exitCode, 3);
    assert.match(stderr, /there is no key for anthropic.*EVA_NO_KEY/s);
  }
  assert.equal(subject.requests.length, 0);
  assert.equal(existsSync(join(root, '.eva/runs')), false);
});

test('with the key, what the recordings hold is no matter: they are not read', async (t) => {
  const { eva, recordings } = await library(t);
  writeFileSync(recordings, '{"torn');
  const { exitCode, stderr } = await eva(true);
  assert.equal(exitCode, 0, stderr);
  assert.doesNotMatch(stderr, /recordings/);
  rmSync(recordings);
  writeFileSync(recordings, Buffer.alloc(0));
  appendFileSync(recordings, '\n'.repeat(1_000_001));
  assert.equal((await eva(true)).exitCode, 0);
  assert.equal((await eva(true, '--replay')).exitCode, 2);
  assert.equal((await eva(true, '--record')).exitCode, 2, 'nothing is paid for that could not be kept');
});
