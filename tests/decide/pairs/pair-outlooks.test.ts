import assert from 'node:assert/strict';
import test from 'node:test';
import { testsOfPairs } from '#decide/pairs/difference-test.js';
import { pairOutlooks, pairRefusals } from '#decide/pairs/pair-outlooks.js';
import { pairUnits } from '#decide/pairs/pair-units.js';
import type { Case } from '#model/case.js';
import { assertClose } from '../../stats/close.js';
import { caseOn, share } from '../../support/dataset-case.js';
import { byFive, followPairs, pairCase, pairsOf } from '../../support/pairs.js';
import { caseOf, criterion, passesOrNot, scoredFrom } from '../../support/statistical-case.js';

const named = (name: string, n: number, changes: Partial<Case> = {}) => ({ ...pairCase(n, changes), name });

test('the forecast has the power at equal quality, and the pairs for 80 %', () => {
  const [one, other] = pairOutlooks([named('a', 200), named('b', 158)], byFive, { changes: new Map([['b', 0.05]]) });
  assert.deepEqual([one?.change, one?.decides, one?.needs, one?.is_least], [0.1, true, null, false]);
  assertClose(one?.power ?? 0, 0.67, 0.01);
  const needed = one?.needed_n ?? 0;
  const [then] = pairOutlooks([named('a', needed)], byFive);
  assert.ok(needed > 260 && needed < 280 && (then?.power ?? 0) >= 0.8, `${needed}`);
  assertClose(other?.power ?? 0, 0.79, 0.01);
});

test('the forecast of a tiny margin ends, and that of a sequential test is exact up to 1,000 pairs', () => {
  const [tiny] = pairOutlooks([named('a', 200)], { margin: 0.0001, alpha: 0.05 });
  assert.equal(tiny?.needed_n, null);
  const [sequential] = pairOutlooks([named('a', 100, { sequential: true })], { margin: 0.1, alpha: 0.05 });
  assert.deepEqual([sequential?.test, sequential?.is_least], ['score', false]);
  const needed = sequential?.needed_n ?? 0;
  assert.ok((sequential?.power ?? 0) > 0.8 && needed > 60 && needed < 100, `${sequential?.power} ${needed}`);
});

test('clusters have no forecast of power; scores have one that is at least so', () => {
  const data = { kept: 300, units: 100, kept_units: 100, cluster: { field: 'c' } } as const;
  const [clusters] = pairOutlooks([caseOn(data, share(0.9))], byFive);
  assert.deepEqual(
    [clusters?.unit, clusters?.n, clusters?.trials, clusters?.power, clusters?.needed_n],
    ['cluster', 100, 300, null, null],
  );
  const [scores] = pairOutlooks([caseOf(80, scoredFrom(0, 4), [criterion('mean_gte', { threshold: 2 })])], byFive);
  assert.deepEqual([scores?.test, scores?.is_least], ['gaffke', false]);
  assert.deepEqual(pairOutlooks([caseOf(80, passesOrNot, [], { look: true })], byFive), []);
});

test('the pairs that a case needs are those with which equal answers show the margin', () => {
  for (const testCase of [pairCase(20), pairCase(20, { sequential: true })]) {
    const [outlook] = pairOutlooks([testCase], byFive);
    const needs = outlook?.needs ?? 0;
    assert.ok(needs > 20, `${needs}`);
    const shown = (n: number) =>
      followPairs({ ...testCase, sample_size: n }, pairsOf({ both: n }), byFive, { collectsAll: true }).outcome;
    assert.deepEqual([shown(needs), shown(needs - 1)], ['not_worse', null], `${needs}`);
  }
});

test('a case that cannot show the margin is refused if it is named, or if no case can', () => {
  const cases = [named('few', 20), named('enough', 59)];
  assert.deepEqual(pairRefusals(cases, byFive), []);
  const [refused, ...others] = pairRefusals(cases, byFive, (name) => name === 'few');
  assert.deepEqual([refused?.testCase.name, others.length], ['few', 0]);
  assert.deepEqual(
    pairRefusals([named('few', 20), named('fewer', 10)], byFive).map(({ testCase }) => testCase.name),
    ['few', 'fewer'],
  );
  const look = caseOf(80, passesOrNot, [], { look: true });
  assert.deepEqual(pairRefusals([look], byFive), []);
});

test('a refusal names the pairs and the margin that would do', () => {
  const [refused] = pairRefusals([named('few', 20)], byFive);
  assert.deepEqual([refused?.needed, refused?.allowed], [59, 0.14]);
  for (const margin of [0.13, 0.14]) {
    assert.equal(pairRefusals([named('few', 20)], { ...byFive, margin }).length, margin < 0.14 ? 1 : 0);
  }
  const [tiny] = pairRefusals([named('a', 20)], { margin: 1e-6, alpha: 0.05 });
  assert.deepEqual([tiny?.needed, tiny?.allowed], [null, 0.14]);
});

test('the design chooses the test: pairs that are right or wrong have the score test, up to 5,000', () => {
  const data = { kept: 300, units: 100, kept_units: 100, cluster: { field: 'c' } } as const;
  const scored = caseOf(80, scoredFrom(0, 4), [criterion('mean_gte', { threshold: 2 })]);
  const tests = [
    [pairCase(80), 'score', 'mcnemar'],
    [pairCase(80, { sequential: true }), 'score', 'betting'],
    [pairCase(5001), 'gaffke', 'mcnemar'],
    [pairCase(5001, { sequential: true }), 'betting', 'betting'],
    [scored, 'gaffke', 'gaffke'],
    [{ ...scored, sequential: true }, 'betting', 'betting'],
    [caseOn(data, share(0.9)), 'gaffke', 'gaffke'],
    [caseOn({ kept: 80, draws: 3 }, share(0.9)), 'gaffke', 'gaffke'],
  ] as const;
  for (const [testCase, margin, better] of tests)
    assert.deepEqual(testsOfPairs(pairUnits(testCase)), { margin, better });
});
