import assert from 'node:assert/strict';
import test from 'node:test';
import { refusedCriteria } from '#decide/outlooks.js';
import { caseOf, conversation, criterion, measured } from '../support/statistical-case.js';

const perTurn = (name: string) => measured(`per_turn.${name}`);
const whole = (name: string) => measured(`per_conversation.${name}`);

const rows = [
  [
    'a mean that nothing bounds',
    perTurn('response_length'),
    criterion('mean_lt', { threshold: 500 }),
    /^no sample proves a mean of response_length/,
  ],
  [
    'a latency that no request reaches',
    perTurn('response_latency'),
    criterion('median_lt', { threshold: 61 }),
    /^response_latency lies between 0 s and 30 s: a threshold of 61 s decides nothing$/,
  ],
  [
    'a latency that every request stays below',
    perTurn('response_latency'),
    criterion('proportion_gt', { threshold: 30, proportion: 0.1 }),
    /decides nothing$/,
  ],
  [
    'a mean beyond the time-out',
    perTurn('response_latency'),
    criterion('mean_lt', { threshold: 30 }),
    /must lie between 0 s and 30 s, got 30$/,
  ],
  [
    'turns, where there is one',
    whole('turn_count'),
    criterion('median_lt', { threshold: 2 }),
    /^turn_count is always 1 in a case/,
  ],
  [
    'the mean of turns, where there is one',
    whole('turn_count'),
    criterion('mean_lt', { threshold: 2 }),
    /^turn_count is always 1 in a case/,
  ],
  [
    'a cap out of all proportion to the threshold',
    perTurn('response_length'),
    criterion('mean_gt', { threshold: 2, cap: 1e300 }),
    /^"the mean response_length is above 2 characters" sets a bar at the very end/,
  ],
  [
    'a share next to 1',
    perTurn('response_latency'),
    criterion('proportion_lt', { threshold: 2, proportion: 0.9999999999 }),
    /sets a bar at the very end/,
  ],
] as const;

for (const [title, grader, spec, message] of rows) {
  test(`${title}: the criterion is refused, with what to do`, () => {
    const [refused, ...more] = refusedCriteria(caseOf(60, grader, [spec]));
    assert.match(refused?.refusal.message ?? '', message);
    assert.ok((refused?.refusal.hint.length ?? 0) > 10);
    assert.deepEqual(more, []);
  });
}

test('a threshold that some values meet is not refused, nor turns of a conversation', () => {
  const latency = caseOf(60, perTurn('response_latency'), [criterion('median_lt', { threshold: 30 })]);
  const turnCount = measured('per_conversation.turn_count', conversation);
  const turns = caseOf(60, turnCount, [criterion('mean_lt', { threshold: 3 })], { subject: conversation });
  assert.deepEqual([...refusedCriteria(latency), ...refusedCriteria(turns)], []);
});
