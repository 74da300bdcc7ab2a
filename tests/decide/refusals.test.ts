import assert from 'node:assert/strict';
import test from 'node:test';
import { refusedCriteria } from '#decide/outlooks.js';
import { caseOf, conversation, criterion, measured } from '../support/statistical-case.js';

const perTurn = (name: string) => measured(`per_turn.${name}`);
const whole = (name: string) => measured(`per_conversation.${name}`);

const rows = [
  [
    'a mean of a metric without an upper bound',
    perTurn('response_length'),
    criterion('mean_lt', { threshold: 500 }),
    ['mean_without_cap', { metric: 'response_length', comparison: 'lt' }],
  ],
  [
    'a threshold above every possible latency',
    perTurn('response_latency'),
    criterion('median_lt', { threshold: 61 }),
    ['vacuous_threshold', { metric: 'response_latency', low: '0 s', high: '30 s', threshold: '61 s' }],
  ],
  [
    'a threshold that no latency can exceed',
    perTurn('response_latency'),
    criterion('proportion_gt', { threshold: 30, proportion: 0.1 }),
    ['vacuous_threshold', { metric: 'response_latency', low: '0 s', high: '30 s', threshold: '30 s' }],
  ],
  [
    'a mean beyond the timeout',
    perTurn('response_latency'),
    criterion('mean_lt', { threshold: 30 }),
    ['mean_out_of_range', { metric: 'response_latency', low: '0 s', high: '30 s', threshold: 30 }],
  ],
  [
    'the number of turns of a case with one message',
    whole('turn_count'),
    criterion('median_lt', { threshold: 2 }),
    ['constant_metric', { metric: 'turn_count', value: '1' }],
  ],
  [
    'the mean number of turns of a case with one message',
    whole('turn_count'),
    criterion('mean_lt', { threshold: 2 }),
    ['constant_metric', { metric: 'turn_count', value: '1' }],
  ],
  [
    'a cap far above the threshold',
    perTurn('response_length'),
    criterion('mean_gt', { threshold: 2, cap: 1e300 }),
    ['extreme_bar', { claim: 'the mean response_length is above 2 characters' }],
  ],
  [
    'a proportion next to 1',
    perTurn('response_latency'),
    criterion('proportion_lt', { threshold: 2, proportion: 0.9999999999 }),
    ['extreme_bar', { claim: 'at least 99.99999999% of trials have response_latency < 2 s' }],
  ],
] as const;

for (const [title, grader, spec, [variant, params]] of rows) {
  test(`${title}: the criterion is refused`, () => {
    const [refused, ...more] = refusedCriteria(caseOf(60, grader, [spec]));
    const { code, variant: own, message, hint } = refused?.refusal ?? {};
    assert.deepEqual([code, own], ['EVA_BAD_CRITERIA', variant]);
    const texts = Object.values(params ?? {}).map((value) => String(value).slice(0, 50));
    assert.deepEqual(
      texts.filter((text) => !`${message} ${hint}`.includes(text)),
      [],
    );
    assert.deepEqual(more, []);
  });
}

test('a threshold between possible values, and one on the number of turns, are accepted', () => {
  const latency = caseOf(60, perTurn('response_latency'), [criterion('median_lt', { threshold: 30 })]);
  const turnCount = measured('per_conversation.turn_count', conversation);
  const turns = caseOf(60, turnCount, [criterion('mean_lt', { threshold: 3 })], { subject: conversation });
  assert.deepEqual([...refusedCriteria(latency), ...refusedCriteria(turns)], []);
});
