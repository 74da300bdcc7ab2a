import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type FakeServer, startFakeHttp } from '../support/fake-http.js';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';

/** An eval.yml whose model under test is local and needs no key, while the judge needs one. */
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
  /** Runs eva without a key, with these variables. */
  readonly keyless: (more: Readonly<Record<string, string>>, ...args: string[]) => Promise<EvaOutput>;
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
    keyless: (more, ...args) => runEva(['eval', 'diff', ...args], { cwd: root, env: { ...env, ...more } }),
    eva: (hasKey, ...args) => runEva(['eval', 'diff', ...args], { cwd: root, env: { ...env, ...key(hasKey) } }),
  };
}

test('a result says that no model was called: with --replay, and of the cache', async (t) => {
  const { eva, root } = await library(t);
  const asked = await eva(true, '--record');
  assert.doesNotMatch(asked.stdout, /on recorded replies/);
  for (const hasKey of [false, true])
    assert.match((await eva(hasKey, '--replay')).stdout, /passed on recorded replies/);
  assert.doesNotMatch((await eva(true, '--cache')).stdout, /on recorded replies/, 'the first run fills the cache');
  assert.match((await eva(true, '--cache')).stdout, /passed on recorded replies/);
  const outcomes = (await runEva(['log'], { cwd: root })).stdout.match(/passed.*?(?= {2})/g);
  const recorded = 'passed · on recorded replies';
  assert.deepEqual(outcomes, ['passed', recorded, recorded, 'passed', recorded]);
  assert.match((await runEva(['report'], { cwd: root })).stdout, /passed on recorded replies/);
});

test('a replay with some recordings calls no model', async (t) => {
  const { eva, subject, recordings } = await library(t);
  await eva(true, '--record');
  const unrelated = readFileSync(recordings, 'utf8').replaceAll(/"key":"[0-9a-f]{64}"/g, `"key":"${'0'.repeat(64)}"`);
  writeFileSync(recordings, unrelated);
  const { exitCode, stdout } = await eva(false, '--replay');
  assert.equal(exitCode, 3, stdout);
  assert.match(stdout, /\? happy {2}no reply\n/);
  assert.equal(subject.requests.length, 1, 'the one that was recorded');
});

test('without the key and without recordings the run ends before the first call', async (t) => {
  const { eva, root, subject } = await library(t);
  for (const args of [[], ['--cache'], ['--record']]) {
    const { exitCode, stderr } = await eva(false, ...args);
    assert.equal(exitCode, 3);
    assert.match(stderr, /anthropic.*EVA_NO_KEY/s);
  }
  assert.equal(subject.requests.length, 0);
  assert.equal(existsSync(join(root, '.eva/runs')), false);
});

test('with the key the recordings are not read', async (t) => {
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

const keys: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['no key', {}],
  ['an empty key', { ANTHROPIC_API_KEY: '' }],
  ['a key of white space', { ANTHROPIC_API_KEY: ' \t\n' }],
];
const places = [{}, { CI: '' }, { CI: 'true' }, { CI: '1' }] as const;

for (const [what, key] of keys) {
  test(`with ${what} recordings never replace calls, and the message names --replay`, async (t) => {
    const { eva, keyless, root, subject, judge } = await library(t);
    assert.equal((await eva(true, '--record')).exitCode, 0);
    const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8');
    const runs = readdirSync(join(root, '.eva/runs'));
    for (const place of places) {
      for (const args of [[], ['--cache'], ['--case', 'happy'], ['--shard', '1/1']]) {
        const { exitCode, stderr } = await keyless({ ...key, ...place }, ...args);
        assert.equal(exitCode, 3, `${JSON.stringify(place)} ${args}`);
        const state = 'ANTHROPIC_API_KEY' in key ? 'empty' : 'not set';
        const said = stderr.replace(/\s+/g, ' ');
        assert.match(said, new RegExp(`ANTHROPIC_API_KEY is ${state}.*with --replay.*EVA_NO_KEY`));
      }
      for (const args of [['--record'], ['--batch']])
        assert.doesNotMatch((await keyless({ ...key, ...place }, ...args)).stderr, /--replay/, 'it contradicts these');
    }
    assert.equal(readFileSync(join(root, '.eval.jsonl'), 'utf8'), rows, 'no row is written');
    assert.deepEqual(readdirSync(join(root, '.eva/runs')), runs, 'no run is begun');
    assert.deepEqual([subject.requests.length, judge.requests.length], [1, 1], 'those that were recorded');
    for (const place of places) assert.equal((await keyless({ ...key, ...place }, '--replay')).exitCode, 0);
  });
}

test('a run that asked models is not resumed with recordings', async (t) => {
  const { eva, recordings, root, judge } = await library(t);
  await eva(true, '--record');
  const whole = readFileSync(recordings, 'utf8');
  writeFileSync(recordings, whole.split('\n')[0] ?? '');
  assert.equal((await eva(true, '--max-calls', '1', '--allow-short-budget')).exitCode, 3);
  writeFileSync(recordings, whole);
  const run = readdirSync(join(root, '.eva/runs')).at(-1) ?? '';
  const { exitCode, stderr } = await eva(false, '--resume', run, '--max-calls', '9');
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /EVA_NO_KEY/);
  assert.equal(judge.requests.length, 1);
  assert.equal((await eva(true, '--resume', run, '--max-calls', '9')).exitCode, 0);
});

test('a replay is resumed as a replay, without a key', async (t) => {
  const { eva, recordings, root } = await library(t);
  await eva(true, '--record');
  const whole = readFileSync(recordings, 'utf8');
  writeFileSync(recordings, whole.split('\n')[0] ?? '');
  assert.equal((await eva(false, '--replay')).exitCode, 3);
  writeFileSync(recordings, whole);
  const run = readdirSync(join(root, '.eva/runs')).at(-1) ?? '';
  assert.equal((await eva(false, '--resume', run)).exitCode, 0);
});

test('without a key, compare plays recordings only with --replay', async (t) => {
  const { root, subject } = await library(t);
  const models = ['--model', 'claude-a', '--model', 'claude-b', '--not-worse-by', '0.96'];
  const { exitCode, stderr } = await runEva(['compare', 'diff', ...models], { cwd: root });
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /EVA_NO_KEY/);
  assert.equal(subject.requests.length, 0);
});

test('a key under another name is named with the line that passes it on, and its value is never shown', async (t) => {
  const names = { OPENAI_KEY: 1, OPENAI_APIKEY: 1, OPENAI_TOKEN: 1, OPENAI_ORG_ID: 0, MY_OPENAI_KEY: 0 };
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'openai:gpt'),
  });
  for (const [name, isMeant] of Object.entries(names)) {
    const env = { [name]: 'sk-of-nobody' };
    for (const args of [
      ['eval', 'diff'],
      ['doctor', 'diff'],
    ]) {
      const { stdout, stderr } = await runEva(args, { cwd: root, env });
      const shown = (stdout + stderr).replaceAll(/\s+/g, ' ');
      assert.equal(shown.includes(`export OPENAI_API_KEY="$${name}"`), isMeant === 1, shown);
      assert.ok(!shown.includes('sk-of-nobody'));
    }
  }
  const claude = tempLibrary(t, goodPrompt());
  const { stderr } = await runEva(['eval', 'diff'], { cwd: claude, env: { CLAUDE_API_KEY: 'sk-of-nobody' } });
  assert.match(stderr, /export ANTHROPIC_API_KEY="\$CLAUDE_API_KEY"/);
  const made = await runEva(['init', '--provider', 'openai'], {
    cwd: tempLibrary(t, {}),
    env: { OPENAI_KEY: 'sk-of-nobody' },
  });
  assert.match(made.stdout, /export OPENAI_API_KEY="\$OPENAI_KEY"/);
});

test('without recordings the message does not name --replay', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const { stderr } = await runEva(['eval', 'diff'], { cwd: root });
  assert.match(stderr, /EVA_NO_KEY/);
  assert.doesNotMatch(stderr, /--replay/);
});

test('prompts without a key are named in one problem, and cost nothing', async (t) => {
  const second = { 'prompts/second/prompt.md': '{{code}}\n', 'prompts/third/prompt.md': '{{code}}\n' };
  const cases = 'defaults: { model: claude-x }\ncases: [{ name: a, inputs: { code: x }, assert: [{ contains: x }] }]\n';
  const root = tempLibrary(t, {
    ...goodPrompt(),
    ...second,
    'prompts/second/eval.yml': cases,
    'prompts/third/eval.yml': cases,
  });
  const { exitCode, stdout, stderr } = await runEva(['eval', '--yes'], { cwd: root });
  assert.equal(exitCode, 3);
  assert.equal(stderr.match(/EVA_NO_KEY/g)?.length, 1, stderr);
  assert.match(stderr, /diff, second and third/);
  assert.doesNotMatch(stdout, /not known/);
});
