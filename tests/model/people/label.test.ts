import assert from 'node:assert/strict';
import test from 'node:test';
import type { Expectation } from '#model/case.js';
import { sha256 } from '#model/data/digest.js';
import { answerKey, expectationDigest, latestLabels, responseDigest } from '#model/people/label.js';
import { label } from '../../support/labels.js';

const judge = { model: 'm', timeout_s: 1, max_tokens: 1, scale: { min: 1, max: 5 }, votes: 1, pass_threshold: 4 };

function rubricOf(...texts: readonly string[]): Expectation {
  const rubrics = texts.map((text) => ({ text, judge }));
  const [only] = rubrics;
  const rubric = rubrics.length === 1 ? only : rubrics;
  return {
    about: '',
    criteria: [],
    grader: { grader: 'trial_passes', params: { checks: [], ...(rubric && { rubric }) } },
  };
}

function behavior(rubric: Readonly<Record<string, string>> | null): Expectation {
  return {
    about: '',
    criteria: [],
    grader: { grader: 'expected_behavior', params: { text: 'Is kind.', judge, rubric } },
  };
}

test('the digest of an expectation is that of rubric, levels and scale as canonical JSON', () => {
  assert.equal(
    expectationDigest(rubricOf('Is kind.')),
    sha256('{"levels":null,"rubric":"Is kind.","scale":{"max":5,"min":1}}'),
  );
  assert.equal(
    expectationDigest(behavior({ 1: 'rude', 2: 'kind' })),
    sha256('{"levels":{"1":"rude","2":"kind"},"rubric":"Is kind.","scale":{"max":5,"min":1}}'),
  );
});

test('several rubrics have one digest, and an expectation without a written rubric has none', () => {
  const digests = [rubricOf('a'), rubricOf('b'), rubricOf('a', 'b'), rubricOf('b', 'a')].map(expectationDigest);
  assert.equal(new Set(digests).size, 4);
  assert.ok(digests.every((digest) => digest !== null));
  assert.deepEqual([rubricOf(), behavior(null)].map(expectationDigest), [null, null]);
});

test('the digest of an answer is that of its text, and covers all turns and calls', () => {
  const turn = { user_message: 'u', app_response: 'hello', latency: 1, details: {} };
  assert.equal(responseDigest({ turns: [turn] }), sha256('hello'));
  assert.equal(responseDigest({ turns: [{ ...turn, latency: 2, tool_calls: [] }] }), sha256('hello'));
  const calls = [{ ...turn, tool_calls: [{ id: 'c', name: 'search', arguments: {} }] }];
  const others = [[], [turn, turn], [turn, { ...turn, user_message: 'v' }], calls];
  const digests = others.map((turns) => responseDigest({ turns: turns as never }));
  assert.equal(new Set([...digests, sha256('hello')]).size, 5);
});

test('of the labels of one rater for one answer the last counts, those of other raters and answers stay', () => {
  const [first, again, other, elsewhere, last] = [
    label({ verdict: 'pass' }),
    label({ verdict: 'fail' }),
    label({ rater: 'ben' }),
    label({ draw: 1 }),
    label({ verdict: 'skipped' }),
  ];
  assert.deepEqual(latestLabels([first, again, other, elsewhere, last]), [other, elsewhere, last]);
});

test('labels are about one answer only if run, case, item, draw and both digests are equal', () => {
  const changed = [
    { run_id: 'x' },
    { case: 'x' },
    { item: 'x' },
    { item: null },
    { draw: 7 },
    { response: 'e'.repeat(64) },
    { expectation: 'e'.repeat(64) },
  ];
  assert.equal(answerKey(label({ rater: 'x', verdict: 'fail', ts: 'x' })), answerKey(label()));
  assert.equal(new Set([label(), ...changed.map(label)].map(answerKey)).size, 8);
});
