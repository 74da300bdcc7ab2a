import assert from 'node:assert/strict';
import test from 'node:test';
import { defineMetric, type MeasuredConversation } from 'eva-harness';
import type { Trial } from '#model/run/trial.js';

const trial: Trial = {
  case: 'Helps',
  index: 4,
  outcome: 'finished',
  started_at: '2026-01-02T03:04:05.000Z',
  duration_s: 3,
  turns: ['one', 'two'].map((app_response) => ({ user_message: 'hi', app_response, latency: 1, details: {} })),
  conversation: { style: null, ended: 'goal_met' },
};

// biome-ignore lint/suspicious/noExplicitAny: what no TypeScript would let through
const any = (value: unknown): any => value;
const perTurn = (measure: (conversation: MeasuredConversation) => unknown) =>
  defineMetric({ name: 'odd', scope: 'per_turn', unit: 'x', cap: 5, measure: any(measure) }).measure(trial);
const whole = (measure: (conversation: MeasuredConversation) => unknown) =>
  defineMetric({ name: 'odd', scope: 'per_conversation', unit: 'x', cap: 5, measure: any(measure) }).measure(trial);
const reason = (text: string) => ({ value: null, reason: text });

test('a metric gets the turns, the number of the conversation, its style and how it ended', () => {
  let seen: MeasuredConversation | undefined;
  whole((conversation) => {
    seen = conversation;
    return 1;
  });
  assert.deepEqual(seen, { turns: trial.turns, trial: 4, style: null, ended: 'goal_met' });
});

test('a metric cannot change what it measures', () => {
  whole((conversation) => {
    any(conversation).turns.pop();
    return 1;
  });
  assert.equal(trial.turns.length, 2);
});

const values: readonly [given: unknown, measured: unknown][] = [
  [0, { value: 0 }],
  [5, { value: 5 }],
  [null, reason('it cannot be measured here')],
  [undefined, reason('it cannot be measured here')],
  [Number.NaN, reason('NaN is no number')],
  [Number.POSITIVE_INFINITY, reason('Infinity is no number')],
  ['3', reason('3 is no number')],
  [true, reason('true is no number')],
  [-1, reason('-1 is below its least value 0')],
  [5.5, reason('5.5 is above its cap 5')],
];
for (const [given, measured] of values) {
  test(`${JSON.stringify(given) ?? given} of a conversation is ${JSON.stringify(measured)}`, () => {
    assert.deepEqual(
      whole(() => given),
      [measured],
    );
  });
}

test('each turn has its own value, and a turn without a value does not affect others', () => {
  assert.deepEqual(
    perTurn(() => [3, null]),
    [{ value: 3 }, reason('it cannot be measured here')],
  );
});

for (const given of [[1], [1, 2, 3], 7, null]) {
  test(`${JSON.stringify(given)} is not a list of values for two turns`, () => {
    assert.deepEqual(
      perTurn(() => given),
      Array(2).fill(reason('a list of 2 values was needed, one for each turn')),
    );
  });
}

test('an error leaves all turns, or the conversation, without a value, and its message is the reason', () => {
  const fail = () => {
    throw new Error('no words');
  };
  assert.deepEqual(perTurn(fail), Array(2).fill(reason('it threw: no words')));
  assert.deepEqual(whole(fail), [reason('it threw: no words')]);
});
