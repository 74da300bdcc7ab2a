import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { FakeServer } from '../support/fake-http.js';
import { type FakeReply, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { type Evaluated, evaluate, libraryOf } from './evaluate.js';

const defaults = { model: 'claude-opus-4-7', max_tokens: 100, sample_size: 20 };
const happy = { name: 'happy', inputs: { code: 'x = 1' }, assert: [{ contains: 'answer' }] };

interface Library {
  readonly root: string;
  readonly server: FakeServer;
  readonly entries: () => readonly string[];
  readonly eva: (...args: string[]) => Promise<Evaluated>;
}

type Answer = (number: number, request: FakeServer['requests'][number]['body']) => string | FakeReply;

/** A library and a model that never says the same twice unless told to. `number` counts its answers from 1. */
async function libraryWith(t: TestContext, document: object, answer: Answer = numbered): Promise<Library> {
  let number = 0;
  const server = await startFakeMessagesApi({ answer: (request) => answer(++number, request) });
  t.after(() => server.close());
  const root = libraryOf(t, document);
  return {
    root,
    server,
    entries: () => entriesBelow(join(root, '.eva', 'cache')),
    eva: (...args) => evaluate(root, server.url, args),
  };
}

const numbered = (number: number) => `answer ${number}`;

function entriesBelow(dir: string): readonly string[] {
  if (!existsSync(dir)) return [];
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(dir, name));
}

/** The text of each trial's response, in trial order. */
function responsesOf({ result }: Evaluated): readonly (string | undefined)[] {
  return (result?.cases ?? []).flatMap(({ trials }) => trials.map(({ turns }) => turns[0]?.app_response));
}

test('20 trials are 20 calls and 20 distinct entries; a second run makes no call and sees the same 20 answers', async (t) => {
  const { eva, entries, server } = await libraryWith(t, { defaults, cases: [happy] });
  const cold = await eva('--cache');
  assert.equal(cold.exitCode, 0, cold.told);
  assert.equal(server.requests.length, 20);
  const texts = entries().map((path) => JSON.parse(readFileSync(path, 'utf8')).reply.text);
  assert.equal(new Set(entries()).size, 20);
  assert.equal(new Set(texts).size, 20);
  const warm = await eva('--cache');
  assert.equal(warm.exitCode, 0, warm.told);
  assert.equal(server.requests.length, 20);
  assert.deepEqual(responsesOf(warm), responsesOf(cold));
  assert.equal(new Set(responsesOf(warm)).size, 20);
  assert.deepEqual(warm.result?.replies, { model: 0, recorded: 20, synthetic: 0 });
  assert.equal(warm.rows.length, 2);
});

test("a judge's 20 replies are cached too, though every question carries a fresh random mark", async (t) => {
  const document = {
    defaults: { ...defaults, judge: { model: 'claude-haiku-4-5' } },
    cases: [{ ...happy, rubric: 'Is it small?' }],
  };
  const judged: Answer = (number, request) =>
    request.tool_choice ? { tool_input: { reason: `reason ${number}`, score: 4 + (number % 2) } } : numbered(number);
  const { eva, entries, server } = await libraryWith(t, document, judged);
  const cold = await eva('--cache');
  assert.equal(cold.exitCode, 0, cold.told);
  const warm = await eva('--cache');
  assert.deepEqual([server.requests.length, entries().length], [40, 40]);
  const scoresOf = ({ result }: Evaluated) => result?.cases.map(({ scores }) => scores);
  assert.deepEqual(scoresOf(warm), scoresOf(cold));
});

test('a larger sample asks for the trials that it has not had, and a smaller one for none', async (t) => {
  const { eva, server, root } = await libraryWith(t, { defaults, cases: [happy] });
  const sized = (sample_size: number) => ({ defaults, cases: [{ ...happy, sample_size }] });
  const first = await eva('--cache');
  writeEval(root, sized(25));
  const larger = await eva('--cache');
  assert.equal(server.requests.length, 25);
  assert.deepEqual(responsesOf(larger).slice(0, 20), responsesOf(first));
  writeEval(root, sized(3));
  assert.deepEqual(responsesOf(await eva('--cache')), responsesOf(first).slice(0, 3));
  assert.equal(server.requests.length, 25);
});

function writeEval(root: string, document: object): void {
  writeFileSync(join(root, 'prompts/diff/eval.yml'), JSON.stringify(document));
}

const unusable: readonly (readonly [string, FakeReply])[] = [
  ['a refusal', { text: 'the answer is that I cannot', stop_reason: 'refusal' }],
  ['a reply that was cut', { text: 'the answer is', stop_reason: 'max_tokens' }],
  ['an empty reply', { text: '' }],
  ['a blank reply', { text: ' \n\t ' }],
  ['a reply without content', { content: [] }],
  ['a reply that paused', { text: 'answer', stop_reason: 'pause_turn' }],
];

for (const [what, reply] of unusable) {
  test(`${what} counts in its run, is not stored, and is asked for again by the next`, async (t) => {
    const everyFourth: Answer = (number) => (number <= 20 && number % 4 === 0 ? reply : numbered(number));
    const document = { defaults: { ...defaults, stop_early: false }, cases: [happy] };
    const { eva, entries, server } = await libraryWith(t, document, everyFourth);
    const first = await eva('--cache');
    assert.equal(first.exitCode, 1, first.told);
    assert.equal(first.result?.cases[0]?.verdicts[0]?.estimate, 0.75);
    assert.deepEqual([server.requests.length, entries().length], [20, 15]);
    const second = await eva('--cache');
    assert.equal(second.exitCode, 0, second.told);
    assert.deepEqual([server.requests.length, entries().length], [25, 20]);
    assert.deepEqual(second.result?.replies, { model: 5, recorded: 15, synthetic: 0 });
  });
}

const other = { ...defaults, sample_size: 4 };
const changes: readonly (readonly [string, object, number])[] = [
  ['max_tokens', { defaults: { ...other, max_tokens: 101 }, cases: [happy] }, 4],
  ['temperature', { defaults: { ...other, temperature: 0 }, cases: [happy] }, 4],
  ['the model', { defaults: { ...other, model: 'claude-opus-4-8' }, cases: [happy] }, 4],
  ['an input', { defaults: other, cases: [{ ...happy, inputs: { code: 'x = 2' } }] }, 4],
  ['timeout_s, which no model sees', { defaults: { ...other, timeout_s: 30 }, cases: [happy] }, 0],
  ['a check, which no model sees', { defaults: other, cases: [{ ...happy, assert: [{ min_chars: 3 }] }] }, 0],
];

for (const [what, document, calls] of changes) {
  test(`after a change of ${what} ${calls} of 4 replies are asked for`, async (t) => {
    const { eva, root, server } = await libraryWith(t, { defaults: other, cases: [happy] });
    await eva('--cache');
    writeEval(root, document);
    const second = await eva('--cache');
    assert.equal(second.exitCode, 0, second.told);
    assert.equal(server.requests.length, 4 + calls);
  });
}

test('after a change of prompt.xml every reply is asked for', async (t) => {
  const { eva, root, server } = await libraryWith(t, { defaults: other, cases: [happy] });
  await eva('--cache');
  writeFileSync(join(root, 'prompts/diff/prompt.xml'), '<task>Change {{code}} and nothing elsE.</task>\n');
  await eva('--cache');
  assert.equal(server.requests.length, 8);
});

test('an entry that was cut, swapped, emptied or edited is a miss with a warning, and is written anew', async (t) => {
  const { eva, entries, server } = await libraryWith(t, { defaults: { ...defaults, sample_size: 6 }, cases: [happy] });
  await eva('--cache');
  const [cut = '', emptied = '', swapped = '', edited = '', linked = ''] = entries();
  truncateSync(cut, 100);
  truncateSync(emptied, 0);
  writeFileSync(swapped, readFileSync(linked));
  writeFileSync(edited, readFileSync(edited, 'utf8').replace('"stop":"end"', '"stop":"fine"'));
  const second = await eva('--cache');
  assert.equal(second.exitCode, 0, second.told);
  assert.equal(server.requests.length, 6 + 4);
  for (const path of [cut, emptied, swapped, edited]) {
    assert.ok(
      second.stderr.replaceAll(/\s+/g, '').includes(path.replaceAll(/\s+/g, '')),
      `${path} is named in\n${second.stderr}`,
    );
  }
  assert.equal(second.stderr.match(/is not used/g)?.length, 4, second.stderr);
  const third = await eva('--cache');
  assert.equal(server.requests.length, 10);
  assert.doesNotMatch(third.stderr, /is not used/);
});

test('without --cache nothing is read from the cache or written there', async (t) => {
  const { eva, entries, root, server } = await libraryWith(t, { defaults: other, cases: [happy] });
  await eva();
  assert.equal(existsSync(join(root, '.eva', 'cache')), false);
  await eva('--cache');
  assert.deepEqual([server.requests.length, entries().length], [8, 4]);
  const before = entries().map((path) => readFileSync(path, 'utf8'));
  const plain = await eva();
  assert.equal(server.requests.length, 12);
  assert.deepEqual(plain.result?.replies, { model: 4, recorded: 0, synthetic: 0 });
  assert.deepEqual(
    entries().map((path) => readFileSync(path, 'utf8')),
    before,
  );
});
