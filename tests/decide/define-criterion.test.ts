import assert from 'node:assert/strict';
import test from 'node:test';
import { criterionOf } from '#decide/criteria/define-criterion.js';
import { outlooksOf, refusedCriteria } from '#decide/outlooks.js';
import { decideCase } from '#decide/watch-case.js';
import { caseOf, criterion, measured, scoresOf, times } from '../support/statistical-case.js';

const within = criterionOf({
  name: 'proportion_within',
  aggregation: 'proportion',
  value: ([value = 0], { from, to }) => (value >= Number(from) && value <= Number(to) ? 1 : 0),
  bar: ({ proportion }) => Number(proportion),
  claim: ({ from, to, proportion }) => `at least ${Number(proportion) * 100}% of trials take ${from} to ${to} s`,
  refuse: ({ from, to }) => (Number(from) > Number(to) ? { message: 'from is above to', hint: 'swap them' } : null),
});

const params = { from: 1, to: 2, proportion: 0.9 };
const latency = measured('per_turn.response_latency');
const one = caseOf(29, latency, [criterion('proportion_within', params)]);

test('a custom criterion has an outlook, decides and stops like the built-in ones', () => {
  const [outlook] = outlooksOf(one, [within]);
  assert.deepEqual(
    [outlook?.claim, outlook?.test, outlook?.smallest_n, outlook?.max_failures],
    ['at least 90% of trials take 1 to 2 s', 'exact binomial', 29, 0],
  );
  const { verdicts } = decideCase(one, scoresOf(times(29, 1.5)), [within]);
  assert.deepEqual([verdicts[0]?.outcome, verdicts[0]?.estimate], ['passed', 1]);
  const stopped = decideCase(one, scoresOf([1.5, 0.5, ...times(27, 1.5)]), [within]);
  assert.deepEqual([stopped.used, stopped.verdicts[0]?.outcome], [2, 'inconclusive']);
});

test("the power of a custom proportion is computed at the case's `expected` if that is above the bar", () => {
  const at = (expected: number) => outlooksOf({ ...one, expected }, [within])[0]?.power?.at;
  assert.deepEqual([at(0.99), at(0.93)], [0.99, 0.93]);
  assert.equal(outlooksOf(one, [within])[0]?.power?.at.toFixed(6), '0.970000');
  assert.equal(at(0.8)?.toFixed(6), '0.970000');
  const better = outlooksOf({ ...one, expected: 0.99 }, [within])[0]?.power?.value ?? 0;
  assert.equal(better.toFixed(6), (0.99 ** 29).toFixed(6));
  const mean = criterionOf({
    name: 'mean_worth',
    aggregation: 'mean',
    value: () => 1,
    bar: () => 0.9,
    claim: () => 'the mean worth is above 0.9',
  });
  const ofMean = caseOf(60, latency, [criterion('mean_worth', {})], { expected: 0.99 });
  assert.equal(outlooksOf(ofMean, [mean])[0]?.power?.at.toFixed(6), '0.970000');
});

test('a custom refusal, and a bar outside 0 to 1, are reported before a run', () => {
  const refusals = [
    { ...params, from: 3 },
    { ...params, proportion: 1 },
  ].map((wrong) =>
    refusedCriteria(caseOf(29, latency, [criterion('proportion_within', wrong)]), [within]).map(
      ({ refusal }) => refusal.message,
    ),
  );
  assert.deepEqual(refusals, [
    ['from is above to'],
    ['the bar of proportion_within must be above 0 and below 1, got 1'],
  ]);
});

test('a custom mean must be from 0 to 1', () => {
  const score = (worth: number) =>
    criterionOf({
      name: 'mean_worth',
      aggregation: 'mean',
      value: () => worth,
      bar: () => 0.5,
      claim: () => 'the mean worth is above a half',
    });
  const mean = caseOf(20, latency, [criterion('mean_worth', {})], { stop_early: false });
  assert.equal(decideCase(mean, scoresOf(times(20, 1)), [score(0.9)]).verdicts[0]?.estimate, 0.9);
  assert.throws(
    () => decideCase(mean, scoresOf(times(20, 1)), [score(1.5)]),
    /makes 1.5 of a trial, which is not between 0 and 1/,
  );
});
