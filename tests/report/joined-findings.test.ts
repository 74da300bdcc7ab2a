import assert from 'node:assert/strict';
import test from 'node:test';
import { joinedFindings } from '#report/run/claim-words.js';
import type { FindingView } from '#report/view/view.js';

const finding = (about: string, reason: string, rest: Partial<FindingView> = {}): FindingView => ({
  ...{ kind: 'check', expectation: 0, mark: 'failed', about: { raw: about }, reason: { raw: reason } },
  ...rest,
});

test('checks and rubrics that found no piece are one finding, in place of the first', () => {
  const nothing = 'no <answer> in the response';
  const joined = joinedFindings([
    finding('max_tokens: 5', 'has 9'),
    finding('contains: "a"', nothing),
    finding('equals: "b"', nothing),
    finding('rubric', nothing, { kind: 'rubric' }),
    finding('number: {}', nothing, { score: 1 }),
  ]);
  assert.deepEqual(
    joined.map(({ about, reason }) => [about.raw, reason.raw]),
    [
      ['max_tokens: 5', 'has 9'],
      ['contains: "a" and 2 others', nothing],
      ['number: {}', nothing],
    ],
  );
});

test('ungraded checks with one reason are one finding, apart from failed ones', () => {
  const unknown = 'ungraded: turn 2 was broken off and reported nothing';
  const joined = joinedFindings([
    finding('turn', 'the application ended', { kind: 'answer' }),
    finding('not_called: "refund"', unknown, { mark: 'ungraded' }),
    finding('contains: "a"', unknown),
    finding('max_calls: 0', unknown, { mark: 'ungraded' }),
  ]);
  assert.deepEqual(
    joined.map(({ about }) => about.raw),
    ['turn', 'not_called: "refund" and 1 other', 'contains: "a"'],
  );
});
