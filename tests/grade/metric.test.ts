import assert from 'node:assert/strict';
import test from 'node:test';
import { gradeMetric, gradeTrial } from '#grade/grade-trial.js';
import type { Case } from '#model/case.js';
import type { Grader } from '#model/grader.js';
import type { Trial, TrialTurn } from '#model/run/trial.js';
import { scriptedJudge } from '../support/scripted-ask.js';

const turn = (latency: number, output_tokens: number | null): TrialTurn => ({
  user_message: 'q',
  app_response: 'a b',
  latency,
  details: { output_tokens },
});

const trial: Trial = {
  case: 'fast',
  index: 4,
  turns: [turn(0.5, 8), turn(2, null)],
  started_at: '2026-01-02T03:04:05.000Z',
  duration_s: 3,
  outcome: 'finished',
};

test('a per-turn metric gives a value for each turn', () => {
  assert.deepEqual(gradeMetric('per_turn.response_latency', trial), [
    { turn: 0, value: 0.5, findings: [] },
    { turn: 1, value: 2, findings: [] },
  ]);
});

test('a per-conversation metric gives one value, without a turn', () => {
  assert.deepEqual(gradeMetric('per_conversation.turn_count', trial), [{ value: 2, findings: [] }]);
});

test("a quantity that cannot be measured has no value, with the metric's name and the reason", () => {
  assert.deepEqual(gradeMetric('per_turn.output_tokens', trial)[1], {
    turn: 1,
    value: null,
    why: 'ungraded',
    reason: 'per_turn.output_tokens: the provider did not say how many tokens it counted',
    findings: [],
  });
});

test('an unknown metric throws an error', () => {
  assert.throws(() => gradeMetric('per_turn.charm', trial), { message: 'no metric named per_turn.charm' });
});

test('every score names its expectation, trial and turn', async () => {
  const graders: readonly Grader[] = [
    {
      grader: 'metric',
      params: { metric: 'per_turn.response_words', scope: 'per_turn', unit: 'words', least: 0, cap: null },
    },
    {
      grader: 'metric',
      params: {
        metric: 'per_conversation.total_response_time',
        scope: 'per_conversation',
        unit: 's',
        least: 0,
        cap: null,
      },
    },
  ];
  const one: Case = {
    name: 'fast',
    subject: { kind: 'prompt', inputs: {}, settings: { model: 'm', timeout_s: 60, max_tokens: 100 } },
    sample_size: 5,
    sequential: false,
    stop_early: true,
    expectations: graders.map((grader) => ({ about: 'a', grader, criteria: [] })),
  };
  const signal = new AbortController().signal;
  const world = { programEnv: {}, redact: (text: string) => text, promptDir: '/nowhere', signal, failFast: false };
  assert.deepEqual(await gradeTrial(one, trial, { ...scriptedJudge(() => ({})), ...world }), [
    { expectation: 0, trial: 4, turn: 0, value: 2, findings: [] },
    { expectation: 0, trial: 4, turn: 1, value: 2, findings: [] },
    { expectation: 1, trial: 4, value: 2.5, findings: [] },
  ]);
});
