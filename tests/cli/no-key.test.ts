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

test('without the key of the judge no model is called: the whole run plays recordings, with a message in one line', async (t) => {
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

test('a result says that no model was called: of recordings without a key and with --replay, and of the cache', async (t) => {
  const { eva, root } = await library(t);
  const asked = await eva(true, '--record');
  assert.doesNotMatch(asked.stdout, /on recorded replies/);
  for (const [hasKey, ...args] of [[false], [true, '--replay']] as const)
    assert.match((await eva(hasKey, ...args)).stdout, /passed on recorded replies/);
  assert.doesNotMatch((await eva(true, '--cache')).stdout, /on recorded replies/, 'the first run fills the cache');
  assert.match((await eva(true, '--cache')).stdout, /passed on recorded replies/);
  const outcomes = (await runEva(['log'], { cwd: root })).stdout.match(/passed.*?(?= {2})/g);
  const recorded = 'passed · on recorded replies';
  assert.deepEqual(outcomes, ['passed', recorded, recorded, 'passed', recorded]);
  assert.match((await runEva(['report'], { cwd: root })).stdout, /passed on recorded replies/);
});

test('the model under test is not called if its judge has no key, even with some recordings', async (t) => {
  const { eva, subject, recordings } = await library(t);
  await eva(true, '--record');
  const unrelated = readFileSync(recordings, 'utf8').replaceAll(/"key":"[0-9a-f]{64}"/g, `"key":"${'0'.repeat(64)}"`);
  writeFileSync(recordings, unrelated);
  const { exitCode, stdout } = await eva(false);
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
const onCi = ['true', 'TRUE', '1', 'yes', 'github', 'off'];
const notOnCi = ['', 'false', 'False', '0'];

for (const [what, key] of keys) {
  test(`with ${what} recordings do not replace calls under CI or with --live`, async (t) => {
    const { eva, keyless, root, subject } = await library(t);
    assert.equal((await eva(true, '--record')).exitCode, 0);
    const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8');
    const runs = readdirSync(join(root, '.eva/runs'));
    for (const CI of onCi) {
      for (const args of [[], ['--cache'], ['--case', 'happy'], ['--shard', '1/1']]) {
        const { exitCode, stderr } = await keyless({ ...key, CI }, ...args);
        assert.equal(exitCode, 3, `CI=${CI} ${args}`);
        const state = 'ANTHROPIC_API_KEY' in key ? 'empty' : 'not set';
        assert.match(
          stderr.replace(/\s+/g, ' '),
          new RegExp(`ANTHROPIC_API_KEY is ${state}.*add --replay.*EVA_NO_KEY`),
        );
      }
    }
    const live = await keyless(key, '--live');
    assert.equal(live.exitCode, 3);
    assert.match(live.stderr, /--live\b[\s\S]*EVA_NO_KEY/);
    assert.equal(readFileSync(join(root, '.eval.jsonl'), 'utf8'), rows, 'no row is written');
    assert.deepEqual(readdirSync(join(root, '.eva/runs')), runs, 'no run is begun');
    assert.equal(subject.requests.length, 1, 'the one that was recorded');
  });

  test(`with ${what} recordings are played under CI with --replay, and elsewhere without it`, async (t) => {
    const { eva, keyless } = await library(t);
    await eva(true, '--record');
    for (const CI of onCi) assert.equal((await keyless({ ...key, CI }, '--replay')).exitCode, 0, `CI=${CI}`);
    for (const CI of notOnCi) {
      const { exitCode, stderr } = await keyless({ ...key, CI });
      assert.equal(exitCode, 0, `CI=${CI}`);
      assert.match(stderr, /^.*\banthropic\b/);
    }
  });
}

test('with a key, --live and CI change nothing', async (t) => {
  const { keyless } = await library(t);
  const key = { ANTHROPIC_API_KEY: 'sk-of-nobody' };
  for (const [more, args] of [
    [{ CI: 'true' }, []],
    [{}, ['--live']],
    [{ CI: 'true' }, ['--live']],
  ] as const) {
    const { exitCode, stderr } = await keyless({ ...key, ...more }, ...args);
    assert.equal(exitCode, 0, stderr);
  }
});

test('--live contradicts --replay, also for a resumed replay', async (t) => {
  const { eva, recordings, root } = await library(t);
  const both = await eva(true, '--live', '--replay');
  assert.equal(both.exitCode, 2);
  assert.match(both.stderr, /'--replay' .*'--live'[\s\S]*EVA_USAGE/);
  await eva(true, '--record');
  writeFileSync(recordings, readFileSync(recordings, 'utf8').split('\n')[0] ?? '');
  assert.equal((await eva(true, '--replay')).exitCode, 3);
  const run = readdirSync(join(root, '.eva/runs')).at(-1) ?? '';
  const { exitCode, stderr } = await eva(true, '--resume', run, '--live');
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /--live[\s\S]*EVA_USAGE/);
});

test('a run without a key that is resumed under CI plays no recordings', async (t) => {
  const { eva, keyless, recordings, root } = await library(t);
  await eva(true, '--record');
  const whole = readFileSync(recordings, 'utf8');
  writeFileSync(recordings, whole.split('\n')[0] ?? '');
  assert.equal((await keyless({})).exitCode, 3);
  writeFileSync(recordings, whole);
  const run = readdirSync(join(root, '.eva/runs')).at(-1) ?? '';
  const { exitCode, stderr } = await keyless({ CI: 'true' }, '--resume', run);
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /EVA_NO_KEY/);
  assert.equal((await keyless({}, '--resume', run)).exitCode, 0);
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
      ['eval', 'diff', '--live'],
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

test('--live without a key and without recordings does not advise to leave it out', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const live = () => runEva(['eval', 'diff', '--live'], { cwd: root });
  assert.doesNotMatch((await live()).stderr, /leave out/);
  writeFileSync(join(root, 'prompts/diff/recordings.jsonl'), '');
  assert.match((await live()).stderr, /leave out --live/);
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
