import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import {
  type AppFunction,
  assertions,
  BehavioralExpectation,
  CheckExpectation,
  ClassExpectation,
  EvaError,
  type RunEvent,
  type ScenarioDataset,
  ScenarioTest,
  SigmaEval,
  type SigmaEvalOptions,
  scriptedProvider,
} from 'eva-harness';
import { startConversationApi } from '../support/conversation-api.js';
import { datasetAnswers } from '../support/dataset-api.js';
import { tempLibrary } from '../support/temp-library.js';

const labels = ['bug', 'billing'];
const tickets = Array.from({ length: 20 }, (_, number) => ({
  id: `t${number}`,
  body: `ticket ${number}`,
  label: labels[number % 2],
  language: number < 15 ? 'de' : 'en',
}));

const isLabel = CheckExpectation({
  assert: [{ equals: { field: 'label' } }],
  criteria: assertions.checks.proportion_gte({ proportion: 0.7 }),
});

function scenario(dataset: ScenarioDataset | string, more: Partial<ScenarioTest> = {}): ScenarioTest {
  return ScenarioTest({
    title: 'Sorts tickets',
    given: 'You speak {{language}}.',
    when: 'Send {{body}} and nothing else.',
    max_turns: 1,
    writing_style: false,
    stop_early: false,
    dataset,
    then: [isLabel],
    ...more,
  });
}

/** Makes the model client of users who send the ticket of their item, and of a judge who gives 9. */
function people(most = Number.POSITIVE_INFINITY) {
  const controller = new AbortController();
  const provider = scriptedProvider(({ system = '', tool, messages }, call) => {
    if (call >= most) controller.abort(new Error('enough'));
    const text = [system, ...messages.map(({ content }) => content)].join('\n');
    if (tool?.name === 'verdict') return { reason: 'as the reference says', score: 9 };
    if (tool?.name === 'rubric')
      return Object.fromEntries(Object.keys(tool.input_schema['properties'] ?? {}).map((key) => [key, `is ${key}`]));
    return { message: /ticket \d+/.exec(text)?.[0] ?? 'no ticket', next: 'continue' };
  });
  return { provider, signal: controller.signal };
}

/** Answers every ticket rightly but number 7. */
const app: AppFunction = (messages) => {
  const number = Number(/\d+/.exec(messages.at(-1)?.content ?? '')?.[0]);
  return number === 7 ? 'weather' : (labels[number % 2] ?? '');
};

const sigma = (options: Partial<SigmaEvalOptions> = {}) =>
  new SigmaEval({ judge_model: 'judge', provider: people().provider, env: {}, ...options });

/** Returns the code, the variant and the property of each problem of a rejected evaluation or of a builder. */
async function problemsOf(work: () => unknown): Promise<readonly string[]> {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof EvaError, String(error));
    return error.problems.map(
      ({ code, variant, at }) =>
        `${code}${variant === undefined ? '' : `:${variant}`} ${at?.property ?? `${at?.file} ${at?.line}`}`,
    );
  }
  return [];
}

test('each item has a conversation, whose fields fill the texts and the expected values', async () => {
  const result = await sigma().evaluate(scenario({ items: tickets, id: 'id', slices: ['language'] }), app);
  assert.equal(result.outcome, 'passed');
  assert.equal(result.conversations.length, 20);
  const asked = new Map(result.conversations.map(({ turns, details }) => [details.item, turns[0]?.user_message]));
  assert.deepEqual(asked.get('t3'), 'ticket 3');
  const { dataset } = result;
  assert.ok(dataset);
  assert.deepEqual([dataset.items, dataset.kept, dataset.units, dataset.asked], [20, 20, 20, 20]);
  assert.deepEqual(
    dataset.slices.map(({ field, rows }) => [field, rows.map(({ value, k, n }) => [value, k, n])]),
    [
      [
        'language',
        [
          ['de', 14, 15],
          ['en', 5, 5],
        ],
      ],
    ],
  );
  assert.deepEqual(
    dataset.wrong.map(({ id, draw, outcome, slices }) => ({ id, draw, outcome, slices })),
    [{ id: 't7', draw: 0, outcome: 'failed', slices: { language: 'de' } }],
  );
  assert.match(String(result), /19 of 20 items right \(95%\)/);
});

test('a scenario whose expectations pass fails if a slice fails', async () => {
  const criteria = { proportion_gte: { proportion: 0.9 } };
  const slices = [{ field: 'language', criteria, must: 'not_fail' }] as const;
  const items = [...tickets, ...tickets.map((item) => ({ ...item, id: `${item.id}x`, body: `${item.body} again` }))];
  const bot: AppFunction = (messages, state) =>
    /ticket 1[5-9]/.test(messages.at(-1)?.content ?? '') ? 'weather' : app(messages, state);
  const half = { ...isLabel, criteria: assertions.checks.proportion_gte({ proportion: 0.5 }) };
  const own = scenario({ items, id: 'id', claim: 'file', slices }, { then: [half] });
  const result = await sigma().evaluate(own, bot);
  assert.deepEqual(
    result.expectation_results.map(({ passed }) => passed),
    [true],
  );
  assert.deepEqual([result.outcome, result.dataset?.slices[0]?.holds], ['failed', false]);
  assert.match(String(result), /en +10 +0% +✗ failed/);
});

test('items may come from any iterable; what can be read once is held for later evaluations', async () => {
  async function* rows() {
    yield* tickets;
  }
  const lists: readonly Iterable<object>[] = [tickets, new Set(tickets), tickets.values()];
  const digests = new Set<string | undefined>();
  for (const items of [...lists, rows()]) {
    const own = scenario({ items, id: 'id' });
    for (const variant of [own, { ...own, title: 'Again' }]) {
      const { dataset } = await sigma().evaluate(variant, app);
      digests.add(dataset?.digest);
      assert.equal(dataset?.asked, 20);
    }
  }
  assert.equal(digests.size, 1);
});

test('classes are counted, and a judge sees the reference of the item', async () => {
  const { provider } = people();
  const then = [
    ClassExpectation({
      class: { expected: { field: 'label' } },
      criteria: [
        assertions.classes.recall_gte({ class: 'bug', proportion: 0.5 }),
        assertions.classes.f1_gte({ class: 'each', proportion: 0.6 }),
      ],
    }),
    BehavioralExpectation({
      expected_behavior: 'The bot says what the reference says.',
      reference: { field: 'label' },
      criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.7 }),
    }),
  ];
  const result = await sigma({ provider }).evaluate(scenario({ items: tickets, id: 'id' }, { then }), app);
  assert.deepEqual(result.dataset?.classes[0]?.matrix, [
    [9, 0, 1],
    [0, 10, 0],
  ]);
  assert.equal(result.outcome, 'passed');
  const judged = provider.requests.filter(({ tool }) => tool?.name === 'verdict');
  assert.ok(judged.every(({ messages }) => messages.some(({ content }) => /bug|billing/.test(content))));
});

test('a file is found in the folder `cwd`', async (t) => {
  const cwd = tempLibrary(t, {});
  writeFileSync(
    join(cwd, 'tickets.csv'),
    `body,label,language\n${tickets.map((one) => `${one.body},${one.label},de`).join('\n')}\n`,
  );
  const { dataset } = await sigma({ cwd }).evaluate(scenario('tickets.csv'), app);
  assert.deepEqual([dataset?.file, dataset?.kept], ['tickets.csv', 20]);
  assert.deepEqual(await problemsOf(() => sigma({ cwd }).evaluate(scenario('none.csv'), app)), [
    'EVA_NO_FILE:opened none.csv undefined',
  ]);
});

test('with several draws of a file, a claim that is no share of answers is refused before the first call', async () => {
  const refused = 'EVA_BAD_CRITERIA:pooled_answers';
  const problems = (then: ScenarioTest['then'][number], slices: ScenarioDataset['slices'] = ['language']) =>
    problemsOf(() =>
      sigma({ provider: people(0).provider }).evaluate(
        scenario({ items: tickets, id: 'id', claim: 'file', draws: 3, slices }, { then: [then] }),
        app,
      ),
    );
  const behaves = (criteria: Parameters<typeof BehavioralExpectation>[0]['criteria']) =>
    BehavioralExpectation({ expected_behavior: 'The bot is polite.', criteria });
  const { scores } = assertions;
  assert.deepEqual(await problems(behaves(scores.mean_gte({ threshold: 7 }))), [
    `${refused} then[0].criteria.mean_gte`,
  ]);
  assert.deepEqual(await problems(behaves(scores.median_gte({ threshold: 7 }))), [
    `${refused} then[0].criteria.median_gte`,
  ]);
  const share = behaves(scores.proportion_gte({ min_score: 6, proportion: 0.7 }));
  const gate = { field: 'language', criteria: { mean_gte: { threshold: 7 } } };
  assert.deepEqual(await problems(share, [gate]), [`${refused} dataset.slices[0].criteria.mean_gte`]);
});

test('problems of items are at their properties', async () => {
  const wrong = (items: readonly object[]) => problemsOf(() => sigma().evaluate(scenario({ items, id: 'id' }), app));
  const [first, ...others] = tickets;
  const { label: _label, ...unlabelled } = first ?? {};
  assert.deepEqual(await wrong([...others, unlabelled]), ['EVA_DATA_VALUE:missing dataset.items[19]']);
  assert.deepEqual(await wrong([...others, new Date()]), ['EVA_NOT_DATA dataset.items[19]']);
  assert.deepEqual(await wrong([...others, { ...first, body: () => '' }]), ['EVA_NOT_DATA dataset.items[19].body']);
  assert.deepEqual(await wrong([...others, ['a']]), ['EVA_DATA_SYNTAX:not_mapping dataset.items[19]']);
  assert.deepEqual(await wrong([...others, { ...first, id: 't1' }]), ['EVA_DATA_ID:twice dataset.items[19].id']);
  assert.deepEqual(await wrong([...others, { ...first, label: 'x'.repeat(2 ** 20) }]), [
    'EVA_DATA_LARGE:item dataset.items[19]',
  ]);
  assert.deepEqual(await wrong([]), ['EVA_DATA_EMPTY:items dataset.items']);
});

test('more than 64 MiB of items, an endless iterable, and an iterable that throws are refused', async () => {
  function* endless() {
    for (let number = 0; ; number++) yield { id: `t${number}`, body: 'x'.repeat(1_000_000) };
  }
  async function* broken() {
    yield tickets[0] ?? {};
    throw new Error('the database is closed');
  }
  const evaluate = (items: Iterable<object> | AsyncIterable<object>) => sigma().evaluate(scenario({ items }), app);
  assert.deepEqual(await problemsOf(() => evaluate(endless())), ['EVA_DATA_LARGE:list dataset.items']);
  assert.deepEqual(await problemsOf(() => evaluate(broken())), ['EVA_UNREADABLE:items dataset.items[1]']);
  await assert.rejects(evaluate(broken()), ({ cause }: EvaError) => /closed/.test(String(cause)));
});

for (const [who, at] of [
  ['another part of the program', setImmediate],
  ['the iterator itself', (abort: () => void) => abort()],
] as const) {
  test(`waiting for items ends with the signal, which ${who} aborts`, async () => {
    const stop = new AbortController();
    async function* silent() {
      at(() => stop.abort(new Error('enough')));
      yield await new Promise<object>(() => {});
    }
    const evaluating = sigma().evaluate(scenario({ items: silent() }), app, { signal: stop.signal });
    await assert.rejects(evaluating, /enough/);
  });
}

test('builders refuse what no data set can have, and references without one', async () => {
  const build = (dataset: unknown) => problemsOf(() => scenario(dataset as ScenarioDataset));
  assert.deepEqual(await build({ items: 'a text' }), ['EVA_WRONG_TYPE:items dataset.items']);
  assert.deepEqual(await build({ items: tickets, file: 'a.csv' }), ['EVA_ONE_KEY:items dataset']);
  assert.deepEqual(await build({ slices: ['language'] }), ['EVA_MISSING_KEY dataset']);
  assert.deepEqual(await build({ items: tickets, slice: ['language'] }), ['EVA_UNKNOWN_KEY dataset.slice']);
  assert.deepEqual((await build(undefined)).at(-1), 'EVA_UNKNOWN_REFERENCE then[0].assert[0].equals');
  assert.deepEqual(await build({ items: tickets }), []);
});

test('an aborted evaluation of equal items is resumed without a call twice; other items begin a new run', async (t) => {
  const runs = tempLibrary(t, {});
  const evaluate = async (items: Iterable<object>, most?: number) => {
    const { provider, signal } = people(most);
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent) => void events.push(event);
    const evaluating = sigma({ provider, runs }).evaluate(scenario({ items, id: 'id' }), app, { signal, onEvent });
    const ended = await evaluating.then(() => 'finished', String);
    return { calls: provider.requests.length, ended, resumed: events.some(({ event }) => event === 'run_resumed') };
  };
  const count = () => readdirSync(join(runs, '.eva/runs')).length;
  const first = await evaluate(tickets, 8);
  assert.equal(first.ended, 'Error: enough');
  const changed = tickets.map((item) => ({ ...item, body: item.body.replace('9', '99') }));
  assert.deepEqual([await evaluate(changed).then(({ resumed }) => resumed), count()], [false, 2]);
  const shuffled = [...tickets].reverse().values();
  const second = await evaluate(shuffled);
  assert.deepEqual([second.ended, second.resumed, count()], ['finished', true, 2]);
  assert.ok(second.calls <= 20 - first.calls + 4, `${second.calls} calls after ${first.calls}`);
});

test('a model is asked over the network by items, and after an abort no journalled call is made again', async (t) => {
  const answer = await datasetAnswers({ classes: labels, varies: false, accuracy: 1 });
  const texts: string[] = [];
  let stop: AbortController | null = new AbortController();
  const { env, server } = await startConversationApi(t, {
    user: ({ messages }) => ({
      tool_input: { message: /send (.*)/.exec(String(messages[0]?.content))?.[1] ?? '', next: 'continue' },
    }),
    app: (body) => {
      texts.push(String(body.messages[0]?.content));
      if (texts.length === 6) stop?.abort(new Error('enough'));
      return answer(body);
    },
  });
  const runs = tempLibrary(t, {});
  const model = 'claude-haiku-4-5-20251001';
  const items = tickets.map(({ id, body, label }) => ({ id, text: `${body}, label: ${label}`, label }));
  const own = scenario({ items, id: 'id' }, { given: 'You have a ticket.', when: 'You send {{text}}', app: { model } });
  const evaluate = () =>
    new SigmaEval({ judge_model: model, prompt: 'Sort the ticket.', env, runs, concurrency: 2 }).evaluate(
      own,
      undefined,
      {
        signal: stop?.signal,
      },
    );
  await assert.rejects(evaluate(), /enough/);
  const before = server.requests.length;
  stop = null;
  const result = await evaluate();
  assert.equal(result.outcome, 'passed', String(result));
  assert.deepEqual(result.dataset?.wrong, []);
  assert.ok(before > 0 && server.requests.length <= 40 + 2, `${server.requests.length} calls for 40 replies`);
  assert.equal(new Set(texts).size, 20);
});
