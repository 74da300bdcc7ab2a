import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import test, { type TestContext } from 'node:test';
import { type DatasetApiOptions, datasetAnswers, startDatasetApi } from '../support/dataset-api.js';
import { runEva } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const classes = ['billing', 'bug', 'other'];

const requestOf = (text: string, more: object = {}) => ({
  model: 'claude-x',
  messages: [{ role: 'user', content: text }],
  ...more,
});

async function ask(url: string, body: object) {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { connection: 'close' },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a message of ours
  return { message: (response.ok ? await response.json() : null) as any };
}

/** Asks a new server 200 questions, each twice. Returns its answers in order. */
async function answers(t: TestContext, options: DatasetApiOptions): Promise<readonly string[]> {
  const { url } = await startDatasetApi(t, { classes, ...options });
  const texts: string[] = [];
  for (const round of [0, 1]) {
    const questions = Array.from({ length: 200 }, (_, at) => requestOf(`item ${at}, label: ${classes[at % 3]}`));
    const given = await Promise.all(questions.map((question) => ask(url, question)));
    texts.push(...given.map(({ message }) => message.content[0].text));
    assert.equal(texts.length, 200 * (round + 1));
  }
  return texts;
}

function rightOf(texts: readonly string[]): number {
  return texts.filter((text, at) => text === classes[(at % 200) % 3]).length;
}

test('the answers depend on the text, the time and the seed alone', async (t) => {
  const texts = await answers(t, { accuracy: 0.8 });
  assert.deepEqual(await answers(t, { accuracy: 0.8 }), texts);
  assert.notDeepEqual(await answers(t, { accuracy: 0.8, seed: 'other' }), texts);
  assert.notDeepEqual(texts.slice(0, 200), texts.slice(200), 'a text that is asked again may get another answer');
  assert.ok(rightOf(texts) > 290 && rightOf(texts) < 350, `${rightOf(texts)} of 400 are right`);
  const same = await answers(t, { accuracy: 0.8, varies: false });
  assert.deepEqual(same.slice(0, 200), same.slice(200));
  assert.deepEqual(same.slice(0, 200), texts.slice(0, 200));
  assert.equal(rightOf(await answers(t, { accuracy: 1 })), 400);
  assert.equal(rightOf(await answers(t, { accuracy: 0 })), 0);
});

test('answers in the process of a test are those of the server', async (t) => {
  const texts = await answers(t, { form: '{"class":"{answer}"}' });
  const answer = await datasetAnswers({ classes, form: '{"class":"{answer}"}' });
  const own = [0, 1].flatMap(() =>
    Array.from({ length: 200 }, (_, at) => answer(requestOf(`item ${at}, label: ${classes[at % 3]}`)).text),
  );
  assert.deepEqual(own, texts);
});

test('the report counts requests, answers and repeated texts', async (t) => {
  const { url, report } = await startDatasetApi(t, { faultRate: 0.25 });
  for (const text of ['one', 'two', 'two', 'three', 'three', 'three', 'four', 'five']) {
    await ask(url, requestOf(text)).catch(() => null);
  }
  assert.deepEqual(await report(), {
    requests: 8,
    answers: 6,
    distinct: 4,
    repeated: [
      { times: 2, text: 'two' },
      { times: 2, text: 'three' },
    ],
  });
});

test('a judge gets an argument for each property of its tool, whatever its marker is', async (t) => {
  const { url } = await startDatasetApi(t, { varies: false });
  const properties = { reason: { type: 'string' }, score: { type: 'integer', minimum: 1, maximum: 5 } };
  const tools = [{ name: 'verdict', input_schema: { type: 'object', properties } }];
  const scores = new Set<number>();
  for (let at = 0; at < 30; at++) {
    const [first, second] = await Promise.all(
      ['0123456789abcdef', 'fedcba9876543210'].map((half) => ask(url, requestOf(`${half}${half} ${at}`, { tools }))),
    );
    assert.deepEqual(first, second);
    const [{ name, input }] = first?.message.content ?? [];
    assert.equal(name, 'verdict');
    scores.add(input.score);
  }
  assert.deepEqual([...scores].sort(), [1, 5]);
});

test('eva evaluates with it', async (t) => {
  const { env, report } = await startDatasetApi(t, { classes, faultRate: 0.1 });
  const evalFile = `defaults: { model: claude-x, stop_early: false }
cases:
  - name: billing
    inputs: { code: "label: billing" }
    sample_size: 40
    assert: [ { equals: billing } ]
    rubric: Is it good?
    criteria: [ { proportion_gte: { proportion: 0.5 } } ]
`;
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
  const { stdout, stderr } = await runEva(['eval', 'diff', '--json'], { cwd: root, env });
  const [only] = JSON.parse(stdout || `{"cases":[]}`).cases;
  assert.equal(only?.trials.filter(({ outcome }: { outcome: string }) => outcome === 'missing').length, 0, stderr);
  const { answers: given, requests } = await report();
  assert.ok(given >= 80 && requests > given, `${given} of ${requests}`);
});

test('the program for use by hand prints where it listens and what it counted', async (t) => {
  const child = spawn(process.execPath, ['bench/dataset/serve.js', '--accuracy', '1', '--form', 'it is {answer}'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const [, url = ''] = /ANTHROPIC_BASE_URL=(\S+)/.exec((await lines.next()).value) ?? [];
  const { message } = await ask(url, requestOf('label: yes'));
  assert.equal(message.content[0].text, 'it is yes');
  child.stdin.end('\n');
  let report = '';
  for (let line = await lines.next(); !line.done; line = await lines.next()) report += line.value;
  assert.deepEqual(JSON.parse(report), { requests: 1, answers: 1, distinct: 1, repeated: [] });
});
