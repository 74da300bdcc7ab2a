import assert from 'node:assert/strict';
import test from 'node:test';
import type { Subject } from '#model/case.js';
import type { JsonObject } from '#model/data/json.js';
import { builtInMetrics, findMetric, type Measured } from '#model/metrics.js';
import type { Trial, TrialTurn } from '#model/run/trial.js';
import { documentSchema } from '#model/schema/documents.js';

const counted = { input_tokens: 30, output_tokens: 7, cost_usd: 0.0125, source: 'model' };

function turn(part: Partial<TrialTurn> = {}, details: JsonObject = {}): TrialTurn {
  return {
    user_message: 'Hello?',
    app_response: 'Good day.',
    latency: 1.5,
    details: { ...counted, ...details },
    ...part,
  };
}

function trial(...turns: readonly TrialTurn[]): Trial {
  return { case: 'a', index: 0, turns, started_at: '2026-01-02T03:04:05.000Z', duration_s: 9, outcome: 'finished' };
}

function measure(name: string, one: Trial): readonly (number | string)[] {
  const metric = findMetric(name);
  assert.ok(metric, name);
  return metric.measure(one).map((measured: Measured) => measured.value ?? measured.reason);
}

test('the registry and the schema have the same metrics, in the same order', () => {
  const { metric } = documentSchema('eval')['$defs'] as unknown as { metric: { enum: readonly string[] } };
  assert.deepEqual(
    builtInMetrics.map(({ name }) => name),
    metric.enum,
  );
});

test('the scope of every metric agrees with its name', () => {
  for (const { name, scope } of builtInMetrics) assert.equal(name.split('.')[0], scope);
});

const two = trial(
  turn({ app_response: 'Good day.', latency: 1.5 }),
  turn(
    { app_response: '  a\u00a0b\n', latency: 0.25 },
    { input_tokens: 50, output_tokens: 3, cost_usd: 0.5, user_latency_s: 4 },
  ),
);

const call = { name: 'search', arguments: {} };

const agent = trial(turn({ tool_calls: [call, call], steps: [{ name: 'plan' }] }), turn({ tool_calls: [], steps: [] }));

const measured: readonly [name: string, trial: Trial, values: readonly (number | string)[]][] = [
  ['per_turn.response_latency', two, [1.5, 0.25]],
  ['per_turn.response_length', two, [9, 6]],
  ['per_turn.response_words', two, [2, 2]],
  ['per_turn.output_tokens', two, [7, 3]],
  ['per_turn.input_tokens', two, [30, 50]],
  ['per_conversation.turn_count', two, [2]],
  ['per_conversation.total_time', two, [5.75]],
  ['per_conversation.total_response_time', two, [1.75]],
  ['per_conversation.total_response_length', two, [15]],
  ['per_conversation.total_tokens', two, [90]],
  ['per_conversation.cost', two, [0.5125]],
  ['per_turn.tool_calls', agent, [2, 0]],
  ['per_conversation.tool_calls', agent, [2]],
  ['per_conversation.steps', agent, [1]],
  ['per_conversation.total_time', trial(turn()), [1.5]],
  ['per_conversation.total_time', trial(turn({}, { user_latency_s: 7 })), [1.5]],
];

for (const [name, one, values] of measured) {
  test(`${name} of ${one.turns.length} ${one.turns.length === 1 ? 'turn' : 'turns'} is ${values.join(' and ')}`, () => {
    assert.deepEqual(measure(name, one), values);
  });
}

test('a character is a Unicode code point, and words are counted as by the checks', () => {
  const odd = trial(turn({ app_response: '👩‍👩‍👧 é\u001cx' }));
  assert.deepEqual(measure('per_turn.response_length', odd), [9]);
  assert.deepEqual(measure('per_turn.response_words', odd), [3]);
});

const noCount = 'the provider did not say how many tokens it counted';

const noCost =
  'no cost is known: an application reports it as cost_usd, a model needs a price and a count of its tokens';

const noLatency = 'the reply was written by hand, so it has no latency';

const noCalls = 'the reply does not say its tool calls';

const silent = trial(turn({ tool_calls: [call] }), turn());

const unmetered = trial(turn(), turn({}, { output_tokens: null, cost_usd: null }));

const noUserLatency = "the user's message was written by hand, so it has no latency";

const userByHand = trial(turn(), turn({}, { user_latency_s: null }));

const dear = trial(turn({}, { cost_usd: 1.5e308 }), turn({}, { cost_usd: 1.5e308 }));

const byHand = trial(turn({ latency: 0 }, { source: 'synthetic' }));

const unknown: readonly [what: string, name: string, trial: Trial, values: readonly (number | string)[]][] = [
  ['a count that is missing', 'per_turn.output_tokens', unmetered, [7, noCount]],
  ['a count that is there beside it', 'per_turn.input_tokens', unmetered, [30, 30]],
  ['a sum with a part missing', 'per_conversation.total_tokens', unmetered, [noCount]],
  ['a cost with a part missing', 'per_conversation.cost', unmetered, [noCost]],
  ['a turn without a report of calls', 'per_turn.tool_calls', silent, [1, noCalls]],
  ['a conversation with such a turn', 'per_conversation.tool_calls', silent, [noCalls]],
  ['a turn without a report of steps', 'per_conversation.steps', silent, ['the reply does not say its steps']],
  ['a sum beyond all numbers', 'per_conversation.cost', dear, ['the sum is too large for a number']],
  ['the time of a reply written by hand', 'per_turn.response_latency', byHand, [noLatency]],
  ['all the time of replies written by hand', 'per_conversation.total_response_time', byHand, [noLatency]],
  ['the whole time of a reply written by hand', 'per_conversation.total_time', byHand, [noLatency]],
  ['the time of a user whose message was written by hand', 'per_conversation.total_time', userByHand, [noUserLatency]],
];

for (const [what, name, one, values] of unknown) {
  test(`${what} is never 0: ${name}`, () => {
    assert.deepEqual(measure(name, one), values);
  });
}

test('the time of a conversation is the same in a replay', () => {
  const recorded = { source: 'recorded' };
  const again = trial(turn({}, recorded), turn({}, { ...recorded, user_latency_s: 2 }));
  assert.deepEqual(measure('per_conversation.total_time', { ...again, duration_s: 0.01 }), [5]);
});

test('handwritten and recorded latencies count unchanged', () => {
  assert.deepEqual(measure('per_turn.response_latency', trial(turn({ latency: 2 }, { source: 'synthetic' }))), [2]);
  assert.deepEqual(measure('per_turn.response_latency', trial(turn({ latency: 0 }, { source: 'recorded' }))), [0]);
});

const settings = { model: 'm', timeout_s: 20, max_tokens: 300 };

const prompt: Subject = { kind: 'prompt', inputs: {}, settings };

const conversation: Subject = {
  kind: 'conversation',
  given: 'g',
  when: 'w',
  inputs: {},
  max_turns: 6,
  app: { app: 'model', settings },
  user_simulator: { model: 'u', timeout_s: 60, max_tokens: 900 },
  writing_style: null,
  seed: 0,
};

const query: Subject = {
  kind: 'trigger',
  query: 'q',
  should_match: true,
  routing: { description: 'd', triggers: [], not_for: [] },
  settings,
};

const caps: readonly [name: string, ofPrompt: number | null, ofConversation: number | null][] = [
  ['per_turn.response_latency', 20, 20],
  ['per_turn.response_length', null, null],
  ['per_turn.response_words', null, null],
  ['per_turn.output_tokens', 300, 300],
  ['per_turn.input_tokens', null, null],
  ['per_turn.tool_calls', null, null],
  ['per_conversation.turn_count', 1, 6],
  ['per_conversation.total_time', 20, null],
  ['per_conversation.total_response_time', 20, 120],
  ['per_conversation.total_response_length', null, null],
  ['per_conversation.total_tokens', null, null],
  ['per_conversation.cost', null, null],
  ['per_conversation.tool_calls', null, null],
  ['per_conversation.steps', null, null],
];

test('caps of metrics come from the settings of the case', () => {
  assert.deepEqual(
    caps,
    builtInMetrics.map(({ name, capOf }) => [name, capOf(prompt), capOf(conversation)]),
  );
});

test('metrics that count turns have no cap for a query', () => {
  assert.equal(findMetric('per_conversation.turn_count')?.capOf(query), null);
  assert.equal(findMetric('per_conversation.total_response_time')?.capOf(query), null);
});

test('an unknown name finds no metric', () => {
  assert.equal(findMetric('constructor'), undefined);
});
