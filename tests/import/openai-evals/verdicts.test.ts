import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { EvalsOptions } from '#import/openai-evals/import-openai-evals.js';
import type { JsonValue } from '#model/data/json.js';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { asked, imported, libraryOf, said } from './imported.js';

/** Questions with right answers, what the model answers, and whether Match of evals counts it as right. */
const rows: readonly (readonly [question: string, ideal: JsonValue, answer: string, isRight: boolean])[] = [
  ['Capital of France?', 'Paris', 'Paris', true],
  ['Capital of Spain?', 'Madrid', 'Madrid, of course', true],
  ['Capital of Italy?', 'Rome', 'It is Rome', false],
  ['Capital of Peru?', 'Lima', 'lima', false],
  ['Capital of Chad?', ['N’Djamena', 'Ndjamena'], 'Ndjamena.', true],
  ['Capital of Oman?', ['Muscat', 'Masqat'], 'Doha', false],
  ['2 + 2?', ['4', 'Four'], 'Four', true],
  ['Is {{x}} a word?', 'No', 'No {{x}}', true],
  ['Yes or no?', 'Yes', 'No', false],
  ['A or B?', 'B', 'B) the second', true],
  ['C or D?', 'D', 'I choose D', false],
  ['10 / 4?', '2.5', '2.50', true],
];

interface Evaluated {
  readonly exitCode: number;
  readonly stderr: string;
  /** The messages of each request. */
  readonly requests: readonly JsonValue[];
  /** True or false by the id of the item. */
  readonly verdicts: Readonly<Record<string, boolean>>;
}

interface CaseReport {
  readonly trials: readonly { readonly item: string }[];
  readonly scores: readonly { readonly trial: number; readonly value: number }[];
}

/** Imports samples, and evaluates them with a stand-in that looks its answers up by the last message. */
async function evaluated(
  t: TestContext,
  samples: readonly JsonValue[],
  answers: ReadonlyMap<string, string>,
  options: EvalsOptions = {},
): Promise<Evaluated> {
  const requests: JsonValue[] = [];
  const api = await startFakeChatApi({
    answer: ({ messages = [] }) => {
      requests.push(messages as unknown as JsonValue);
      return answers.get(String(messages.at(-1)?.content)) ?? 'unknown';
    },
  });
  t.after(() => api.close());
  const cwd = libraryOf(t, imported(t, samples, options));
  const env = { OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${api.url}/v1` };
  const { exitCode, stderr } = await runEva(['eval', '--yes'], { cwd, env });
  const { stdout } = await runEva(['report', '--all', '--json'], { cwd, env });
  const cases = (JSON.parse(stdout) as { cases: readonly CaseReport[] }).cases;
  const verdicts = cases.flatMap(({ trials, scores }) =>
    scores.map(({ trial, value }) => [trials[trial]?.item ?? '', value === 1] as const),
  );
  return { exitCode, stderr, requests, verdicts: Object.fromEntries(verdicts) };
}

/** Returns verdicts by the ids that items get from their lines. */
function byLine(verdicts: readonly boolean[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(verdicts.map((isRight, index) => [`line-${index + 1}`, isRight]));
}

const samples = rows.map(([question, ideal]) => asked(question, ideal));
const answers = new Map(rows.map(([question, , answer]) => [question, answer]));

test('twelve samples get the verdicts of Match, and their messages are sent as they are written', async (t) => {
  const { exitCode, stderr, requests, verdicts } = await evaluated(t, samples, answers);
  assert.deepEqual(verdicts, byLine(rows.map(([, , , isRight]) => isRight)));
  assert.equal(exitCode, 1);
  assert.match(stderr, /7 of 12 items right \(58\.3%\)/);
  assert.equal(requests.length, 12);
  assert.ok(
    requests.some((messages) => {
      const [system, user] = messages as readonly JsonValue[];
      assert.deepEqual(system, said('system', 'Answer in one word.'));
      return JSON.stringify(user) === JSON.stringify(said('user', 'Is {{x}} a word?'));
    }),
  );
});

test('other checks give the same answers other verdicts', async (t) => {
  const contains = await evaluated(t, samples, answers, { check: 'contains' });
  assert.deepEqual(
    contains.verdicts,
    byLine([true, true, true, false, true, false, true, true, false, true, true, true]),
  );
  const icontains = await evaluated(t, samples, answers, { check: 'icontains' });
  assert.deepEqual(
    icontains.verdicts,
    byLine([true, true, true, true, true, false, true, true, false, true, true, true]),
  );
  const equals = await evaluated(t, samples, answers, { check: 'equals' });
  assert.deepEqual(
    equals.verdicts,
    byLine([true, false, false, false, false, false, true, false, false, false, false, false]),
  );
});

test('a bar that is reached passes', async (t) => {
  const { exitCode } = await evaluated(t, samples, answers, { bar: 0.5 });
  assert.equal(exitCode, 0);
});

test('answers in JSON get the verdicts of JsonMatch', async (t) => {
  const json: readonly (readonly [question: string, ideal: JsonValue, answer: string, isRight: boolean])[] = [
    ['a', '{"x": 1, "y": [2, 3]}', '{"y": [2, 3], "x": 1.0}', true],
    ['b', '{"x": 1}', '{"x": 1, "y": 2}', false],
    ['c', ['[1, 2]', '[2, 1]'], '[2, 1]', true],
    ['d', '[1, 2]', '[1]', false],
    ['e', '"Paris"', 'no JSON', false],
  ];
  const asksFor = json.map(([question, ideal]) => asked(question, ideal));
  const found = await evaluated(t, asksFor, new Map(json.map(([question, , answer]) => [question, answer])), {
    check: 'json_value',
  });
  assert.deepEqual(found.verdicts, byLine(json.map(([, , , isRight]) => isRight)));
});

test('conversations of other lengths are sent whole, and braces and control characters in them unchanged', async (t) => {
  const system =
    'Use {{name}}, {{ name }}, {{question}}, {% if x %} and ${user_1}.\r\n  Café \u2028 \u0007 \u007f \ud83d end. ';
  const conversations = [
    [said('system', system), said('user', 'Hello {{user_1}}?')],
    [said('system', system), said('user', 'A\u0000B'), said('assistant', '{"x": "{{y}}"}'), said('user', ' C\r\n')],
    [said('system', system), said('user', '{{system}}'), said('assistant', '\u00ad'), said('user', 'D')],
  ];
  const asksFor = conversations.map((input) => ({ input, ideal: 'unknown' }));
  const { exitCode, requests, verdicts, stderr } = await evaluated(t, asksFor, new Map());
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(verdicts, byLine([true, true, true]));
  const sorted = (list: readonly JsonValue[]) => list.map((one) => JSON.stringify(one)).sort();
  assert.deepEqual(sorted(requests), sorted(conversations));
});
