import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { CheckSpec, PassConditions } from '#model/grader.js';
import { unfinishedLines } from '#report/run/unfinished.js';
import { plainPaint } from '#report/text/screen.js';
import { caseView } from '#report/view/case-view.js';
import { sampleCase, sampleResult } from '../run-sample.js';

const down = { outcome: 'missing', reason: 'the provider gave no reply in 6 attempts', why: 'given_up' } as const;

function withConditions(params: PassConditions): Case {
  const testCase = sampleCase('thief', 3);
  return {
    ...testCase,
    expectations: testCase.expectations.map((own) => ({ ...own, grader: { grader: 'trial_passes', params } })),
  };
}

/** Returns who gave no answer, and the line of a case with these trials: whether the model replied. */
function shown(testCase: Case, ...replied: readonly boolean[]) {
  const trials = replied.map((has) => ({ findings: [], outcome: down, ...(has && { reply: 'I cannot help.' }) }));
  const result = sampleResult('thief', null, trials);
  const view = caseView(
    { ...result, trials: result.trials.map((trial, at) => (replied[at] ? trial : { ...trial, turns: [] })) },
    testCase,
    { id: 'diff', isShard: false, body: '' },
  );
  const [line = ''] = unfinishedLines([view], { paint: plainPaint, width: 80 });
  return [view.missing.map(({ ungraded_by: by }) => by), line.trim()];
}

const checks = (...ops: readonly string[]) =>
  withConditions({ checks: ops.map((op): CheckSpec => ({ op, value: true })) });

test('a reply that was not graded is not a missing reply', () => {
  assert.deepEqual(shown(sampleCase('thief', 3), true), [['judge'], '? thief  no reply of the judge']);
  assert.deepEqual(shown(checks('refuses'), true), [['judge'], '? thief  no reply of the judge']);
  assert.deepEqual(shown(checks('similar'), true), [['embedding_model'], '? thief  no reply of the embedding model']);
  assert.deepEqual(shown(checks('similar', 'refuses'), true), [['check'], '? thief  replied, but not graded']);
  assert.deepEqual(shown(checks('command', 'refuses'), true), [['check'], '? thief  replied, but not graded']);
  assert.deepEqual(shown(sampleCase('thief', 3), false), [[undefined], '? thief  no reply']);
});

test('several trials say whether replies are missing or not graded', () => {
  assert.match(String(shown(sampleCase('thief', 3, 2), true, true)[1]), /2 of 2 replies not graded \(trials 1–2\)$/);
  assert.match(String(shown(sampleCase('thief', 3, 2), true, false)[1]), /2 of 2 replies missing \(trials 1–2\)$/);
});

test('a reason that replies of the model and of the judge share is shown once', () => {
  const testCase = sampleCase('thief', 3, 2);
  const trials = [true, false].map((has) => ({ findings: [], outcome: down, ...(has && { reply: 'I cannot help.' }) }));
  const result = sampleResult('thief', null, trials);
  const ended = { ...result, trials: result.trials.map((trial, at) => (at === 0 ? trial : { ...trial, turns: [] })) };
  const view = caseView(ended, testCase, { id: 'diff', isShard: false, body: '' });
  const printed = unfinishedLines([view], { paint: plainPaint, width: 80 });
  assert.equal(printed.filter((line) => line.trim() === down.reason).length, 1);
  assert.deepEqual(
    view.reasons.flatMap(({ text }) => text.map(({ raw }) => raw)),
    [`2 replies are missing: ${down.reason}`],
  );
});
