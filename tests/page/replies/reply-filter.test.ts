import assert from 'node:assert/strict';
import test from 'node:test';
import {
  allNotPassed,
  filterQuery,
  matcher,
  openingFilter,
  ordered,
  type ReplyFilter,
  readFilter,
} from '#page/replies/reply-filter.js';
import type { ReplyRow } from '#page/replies/reply-row.js';
import { findingWith, headOfTwo, itemWith, raw, replyRowWith } from '../../support/reply-rows.js';

const rows: readonly ReplyRow[] = [
  replyRowWith({ trial: 0, item: itemWith('NL-1'), findings: [findingWith()], latency_s: 2 }),
  replyRowWith({ trial: 1, item: itemWith('IT-1', 'Italian'), outcome: 'passed', latency_s: 3 }),
  replyRowWith({ trial: 2, outcome: 'ungraded', item: itemWith('NL-2') }),
  replyRowWith({
    trial: 3,
    case: 1,
    findings: [
      findingWith({ kind: 'rubric', expectation: 1, about: raw('tone'), score: 2, scale: { best: 5, needs: 4 } }),
    ].map(({ check: _check, ...finding }) => finding),
    latency_s: 1,
  }),
  replyRowWith({ trial: 4, case: 1, outcome: 'missing', turns: [], unusable: null }),
];

function trialsOf(changed: Partial<ReplyFilter>): readonly number[] {
  const fits = matcher({ ...allNotPassed, outcome: 'all', ...changed }, headOfTwo);
  return rows.filter((row) => fits(row)).map(({ trial }) => trial);
}

test('the filter of outcomes takes what did not pass together', () => {
  assert.deepEqual(
    (['not_passed', 'ungraded', 'passed', 'all'] as const).map((outcome) => trialsOf({ outcome })),
    [[0, 2, 3, 4], [2], [1], [0, 1, 2, 3, 4]],
  );
});

test('filters of case, run, check and slice select by what the head names', () => {
  assert.deepEqual(trialsOf({ case: 'tickets' }), [0, 1, 2]);
  assert.deepEqual(trialsOf({ run: 'r1' }), [0, 1, 2, 3, 4]);
  assert.deepEqual(trialsOf({ run: 'r2' }), []);
  assert.deepEqual(trialsOf({ check: 'contains: "billing"' }), [0]);
  assert.deepEqual(trialsOf({ check: 'tone' }), [3]);
  assert.deepEqual(trialsOf({ slices: { language: 'Dutch' } }), [0, 2]);
  assert.deepEqual(trialsOf({ slices: { language: 'Dutch' }, check: 'contains: "billing"' }), [0]);
});

test('a search looks at inputs, replies, names, items and reasons, without regard to case', () => {
  assert.deepEqual(trialsOf({ text: 'AN ANSWER' }), [0, 1, 2, 3]);
  assert.deepEqual(trialsOf({ text: 'hallo' }), [0, 1, 2]);
  assert.deepEqual(trialsOf({ text: 'nl-2' }), [2]);
  assert.deepEqual(trialsOf({ text: 'after "30"' }), [3, 4]);
  assert.deepEqual(trialsOf({ text: 'not there' }), [0, 3]);
});

test('rows are ordered by latency or score, those without one last', () => {
  const trials = (order: ReplyFilter['order']) => ordered(rows, order).map(({ trial }) => trial);
  assert.deepEqual(
    [trials('file'), trials('latency'), trials('score')],
    [
      [0, 1, 2, 3, 4],
      [1, 0, 3, 2, 4],
      [3, 0, 1, 2, 4],
    ],
  );
});

test('a filter reads back from an address; a slice field with the name of a filter too', () => {
  const filter: ReplyFilter = {
    outcome: 'passed',
    run: 'r&1',
    case: 'refund / after "30" days',
    check: '#?&=+%',
    slices: { language: 'Dutch', case: 'upper' },
    text: 'a b\u00a0é',
    order: 'score',
  };
  assert.deepEqual(readFilter(filterQuery(filter, headOfTwo), headOfTwo), filter);
  assert.equal(
    filterQuery({ ...allNotPassed, case: 'tickets', slices: { language: 'Dutch' } }, headOfTwo),
    'case=tickets&language=Dutch',
  );
});

test('the opening filter has an empty query, and an odd query selects it', () => {
  assert.equal(filterQuery(allNotPassed, headOfTwo), '');
  assert.deepEqual(readFilter('outcome=none&order=up&colour=red&%zz', headOfTwo), allNotPassed);
});

test('a list without a reply that did not pass opens with all, and its address can say the other', () => {
  const head = { ...headOfTwo, counts: { passed: 2, failed: 0, ungraded: 0, missing: 0 } };
  assert.equal(openingFilter(head).outcome, 'all');
  assert.equal(openingFilter(headOfTwo).outcome, 'not_passed');
  for (const outcome of ['all', 'not_passed', 'passed'] as const) {
    const filter = { ...allNotPassed, outcome };
    assert.deepEqual(readFilter(filterQuery(filter, head), head), filter);
  }
  for (const counts of [{ failed: 1 }, { ungraded: 1 }, { missing: 1 }])
    assert.equal(openingFilter({ counts: { ...head.counts, ...counts } }), allNotPassed);
});
