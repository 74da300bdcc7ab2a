import assert from 'node:assert/strict';
import test from 'node:test';
import { gradeTrial } from '#grade/grade-trial.js';
import type { Case } from '#model/case.js';
import type { ClassSpec } from '#model/grader.js';
import type { Trial, TrialOutcome } from '#model/run/trial.js';
import { scriptedJudge } from '../support/scripted-ask.js';

const spec: ClassSpec = {
  expected: 'billing',
  of: ['billing', 'refund', 'other'],
  ignore_case: false,
  kept: [1, 1, 1],
  asked: [1, 1, 1],
};

const deps = {
  ...scriptedJudge(() => assert.fail('a class needs no judge')),
  programEnv: {},
  redact: (text: string) => text,
  promptDir: '/nowhere',
  signal: new AbortController().signal,
  failFast: false,
};

async function grade(own: Partial<ClassSpec>, response: string, outcome: TrialOutcome = { outcome: 'finished' }) {
  const params = { ...spec, ...own };
  const testCase: Case = {
    name: 'tickets',
    subject: { kind: 'prompt', inputs: {}, settings: { model: 'm', timeout_s: 60, max_tokens: 100 } },
    sample_size: 3,
    sequential: false,
    stop_early: true,
    expectations: [{ about: 'class', grader: { grader: 'class', params }, criteria: [] }],
  };
  const turn = { user_message: 'I was charged twice.', app_response: response, latency: 0.2, details: {} };
  const facts = { case: 'tickets', index: 1, started_at: '2026-01-02T03:04:05.000Z', duration_s: 0.2 };
  const trial: Trial = { ...facts, turns: [turn], ...outcome };
  const [score, ...others] = await gradeTrial(testCase, trial, deps);
  assert.ok(score);
  assert.deepEqual(others, []);
  return score;
}

const rows: readonly (readonly [claim: string, own: Partial<ClassSpec>, response: string, answered: string | null])[] =
  [
    ['the whole response, without white space at both ends', {}, ' \nbilling\n', 'billing'],
    ['another class', {}, 'refund', 'refund'],
    ['no class if the text goes on', {}, 'billing.', null],
    ['no class if the letter case differs', {}, 'Billing', null],
    ['a class in another letter case if that is ignored', { ignore_case: true }, 'BILLING', 'billing'],
    [
      'the class with the same letter case before others',
      { of: ['A', 'a'], ignore_case: true, expected: 'a' },
      'a',
      'a',
    ],
    ['the value at a JSON pointer', { at: '/category' }, '{"category": " billing "}', 'billing'],
    ['the value in a fenced block', { at: '/a/0' }, 'Sure:\n```json\n{"a": ["refund"]}\n```', 'refund'],
    ['a number by its text', { at: '/c', of: ['1', '2'], expected: '1' }, '{"c": 1}', '1'],
    ['a boolean by its text', { at: '/c', of: ['true', 'false'], expected: 'true' }, '{"c": false}', 'false'],
    ['no class if the JSON has none there', { at: '/category' }, '{"Category": "billing"}', null],
    ['no class if there is a list', { at: '/category' }, '{"category": ["billing"]}', null],
    ['no class if its key is there twice', { at: '/c' }, '{"c": "refund", "c": "billing"}', null],
    ['no class if there is null', { at: '/category' }, '{"category": null}', null],
    ['no class if the response is not JSON', { at: '/category' }, 'billing', null],
    ['no class in an inherited property', { at: '/constructor/name', of: ['billing', 'Object'] }, '{}', null],
  ];

for (const [claim, own, response, answered] of rows) {
  test(`reads ${claim}`, async () => {
    const expected = String(own.expected ?? spec.expected);
    const score = await grade(own, response);
    assert.deepEqual(score.classes, { expected, answered });
    assert.equal(score.value, answered === expected ? 1 : 0);
    assert.deepEqual(
      score.findings.map(({ about, holds }) => [about, holds]),
      [['class', answered === expected]],
    );
  });
}

test('a wrong class is shown where it is written', async () => {
  const [finding] = (await grade({ at: '/category' }, '{\n  "category": "refund"\n}')).findings;
  assert.equal(finding?.reason, 'answered refund, expected billing');
  assert.deepEqual(finding?.excerpt, { text: '  "category": "refund"', line: 2, mark: { start: 14, end: 22 } });
});

test('a failed trial keeps its expected class, and answered none', async () => {
  const score = await grade({ ignore_case: true, expected: 'Billing' }, 'bill', { outcome: 'failed', reason: 'cut' });
  assert.equal(score.value, null);
  assert.deepEqual(score.classes, { expected: 'billing', answered: null });
});

test('a large response takes linear time', async () => {
  const started = performance.now();
  for (const response of [' '.repeat(3_000_000), 'b'.repeat(3_000_000), `{"a": ${'[{"b": 1},'.repeat(90_000)}0`]) {
    const { classes } = await grade({ at: '/category', ignore_case: true }, response);
    assert.equal(classes?.answered, null);
    assert.equal((await grade({ ignore_case: true }, response)).classes?.answered, null);
  }
  const wide = `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}": "x"`).join(', ')}, "category": "billing"}`;
  assert.equal((await grade({ at: '/category', expected: 'refund' }, wide)).classes?.answered, 'billing');
  assert.ok(performance.now() - started < 60_000);
});
