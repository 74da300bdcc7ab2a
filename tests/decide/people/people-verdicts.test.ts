import assert from 'node:assert/strict';
import test from 'node:test';
import { outlooksOf, refusedCriteria, underpoweredOutlooks } from '#decide/outlooks.js';
import { watchCase } from '#decide/watch-case.js';
import { endedByAnother, waitsForLabels } from '#model/run/verdict.js';
import { binomialLowerTail, binomialUpperTail, clopperPearsonLower } from '#stats/binomial.js';
import { fileFailP, filePassP } from '#stats/hypergeometric.js';
import { stratifiedP } from '#stats/label-estimates.js';
import { runOn } from '../../support/dataset-case.js';
import { answers, decideLabelled, labelledCase, ofPeople, verdictOfLabels } from '../../support/labelled-case.js';
import { caseOf, criterion, passesOrNot, scoresOf, times } from '../../support/statistical-case.js';

test('without labels the verdict waits: it is inconclusive and has no number', () => {
  const verdict = verdictOfLabels(labelledCase(60, ofPeople(0.8, 50)), answers(60, 1));
  const { outcome, estimate, interval, p_value, fail_p, n, used, people, reason, words } = verdict;
  assert.deepEqual(
    { outcome, estimate, interval, p_value, fail_p },
    {
      outcome: 'inconclusive',
      estimate: null,
      interval: null,
      p_value: null,
      fail_p: null,
    },
  );
  assert.deepEqual([n, used, people?.missing, waitsForLabels(verdict)], [50, 0, 50, true]);
  assert.deepEqual([reason, words.found], ['waits for 50 labels', 'waits for 50 labels']);
});

test('a sample that is labelled in part waits for the rest', () => {
  const given = [...answers(20, 1, 'pass'), ...answers(30, 1, 'missing'), ...answers(10, 1)];
  const verdict = verdictOfLabels(labelledCase(60, ofPeople(0.8, 50)), given);
  assert.deepEqual(
    [verdict.outcome, verdict.people?.missing, verdict.reason],
    ['inconclusive', 30, 'waits for 30 of 50 labels'],
  );
});

test('the labels of a population decide alone, by the exact binomial test, whatever the judge says', () => {
  for (const judged of [0, 1]) {
    const given = [...answers(47, judged, 'pass'), ...answers(3, judged, 'fail'), ...answers(10, judged)];
    const verdict = verdictOfLabels(labelledCase(60, ofPeople(0.8, 50)), given);
    assert.equal(verdict.outcome, 'passed');
    assert.equal(verdict.p_value, binomialUpperTail(47, 50, 0.8));
    assert.equal(verdict.fail_p, binomialLowerTail(47, 50, 0.8));
    assert.equal(verdict.interval?.lower, clopperPearsonLower(47, 50, 0.05));
    assert.deepEqual([verdict.estimate, verdict.n, verdict.used], [0.94, 50, 50]);
    assert.deepEqual(verdict.people, { labels: 50, missing: 0, passed: 47, failed: 3, unlabelled: 0 });
  }
});

test('labels that show the opposite fail the case', () => {
  const given = [...answers(25, 1, 'pass'), ...answers(25, 1, 'fail')];
  const { outcome, fail_p, words } = verdictOfLabels(labelledCase(50, ofPeople(0.8, 50)), given);
  assert.deepEqual([outcome, fail_p, words.bound], ['failed', binomialLowerTail(25, 50, 0.8), 'at most 62.4%']);
});

test('an answer that people do not decide counts against the claim and against its opposite', () => {
  const given = [...answers(46, 1, 'pass'), ...answers(2, 1, 'none'), ...answers(2, 1, 'fail')];
  const { p_value, fail_p, estimate, people } = verdictOfLabels(labelledCase(50, ofPeople(0.8, 50)), given);
  assert.deepEqual([p_value, fail_p], [binomialUpperTail(46, 50, 0.8), binomialLowerTail(48, 50, 0.8)]);
  assert.deepEqual([estimate, people?.unlabelled], [0.92, 2]);
});

test('an answer that was refused, cut or empty is failed by people without a label', () => {
  const given = [...answers(46, 1, 'pass'), ...answers(4, 'failed', 'missing')];
  const { outcome, p_value, people, failed, reason } = verdictOfLabels(labelledCase(50, ofPeople(0.8, 50)), given);
  assert.deepEqual([p_value, failed], [binomialUpperTail(46, 50, 0.8), 4]);
  assert.deepEqual(people, { labels: 50, missing: 0, passed: 46, failed: 4, unlabelled: 0 });
  assert.equal(outcome, 'passed');
  assert.match(reason, /^46 of 50 answers satisfy people; 4 gave no usable answer, which counts against the claim; /);
});

test('an answer that the judge could not grade needs a label', () => {
  const given = [...answers(46, 1, 'pass'), ...answers(4, 'ungraded', 'missing')];
  assert.equal(verdictOfLabels(labelledCase(50, ofPeople(0.8, 50)), given).people?.missing, 4);
});

test('each of two criteria takes the first of its own number of labels', () => {
  const one = labelledCase(60, ofPeople(0.8, 20));
  const [expectation = assert.fail()] = one.expectations;
  const both = { ...one, expectations: [{ ...expectation, criteria: [ofPeople(0.8, 20), ofPeople(0.7, 40)] }] };
  const given = [...answers(20, 1, 'pass'), ...answers(20, 1, 'fail'), ...answers(20, 1)];
  const { verdicts } = decideLabelled(both, given);
  assert.deepEqual(
    verdicts.map(({ outcome, people }) => [outcome, people?.passed, people?.failed]),
    [
      ['passed', 20, 0],
      ['failed', 20, 20],
    ],
  );
});

test('a part of a file is decided by drawing without replacement, with the labels alone', () => {
  const file = { claim: 'file', kept: 400 } as const;
  const given = [...answers(56, 1, 'pass'), ...answers(4, 0, 'fail'), ...answers(340, 1)];
  const { p_value, fail_p, people } = verdictOfLabels(labelledCase(file, ofPeople(0.85, 60)), given);
  assert.deepEqual([p_value, fail_p], [filePassP(400, 340, { n: 60, k: 56 }), fileFailP(400, 340, { n: 60, k: 56 })]);
  assert.equal(people?.strata, undefined);
});

test('100 labels of a file whose items were all asked are divided by what the judge says', () => {
  const file = { claim: 'file', kept: 1000 } as const;
  const given = [
    ...answers(88, 1, 'pass'),
    ...answers(1, 1, 'fail'),
    ...answers(5, 0, 'pass'),
    ...answers(6, 0, 'fail'),
    ...answers(801, 1),
    ...answers(99, 0),
  ];
  const { outcome, p_value, fail_p, estimate, people } = verdictOfLabels(
    labelledCase(file, ofPeople(0.85, 100)),
    given,
  );
  const strata = { judged: 1000, judge_passed: 890, m1: 89, x1: 88, m0: 11, x0: 5 };
  assert.deepEqual(people?.strata, strata);
  assert.deepEqual([outcome, p_value, estimate], ['passed', stratifiedP(strata, 850), 0.93]);
  assert.equal(fail_p, stratifiedP({ ...strata, x1: 1, x0: 6 }, 151));
});

test('the same labels of a file that was asked in part, or of fewer than 100 answers, decide alone', () => {
  const given = [...answers(93, 1, 'pass'), ...answers(7, 0, 'fail'), ...answers(100, 1)];
  const inPart = { claim: 'file', kept: 1000, asked: 200, units: 200 } as const;
  assert.equal(verdictOfLabels(labelledCase(inPart, ofPeople(0.85, 100)), given).people?.strata, undefined);
  const whole = { claim: 'file', kept: 200 } as const;
  assert.equal(verdictOfLabels(labelledCase(whole, ofPeople(0.85, 99)), given).people?.strata, undefined);
  assert.notEqual(verdictOfLabels(labelledCase(whole, ofPeople(0.85, 100)), given).people?.strata, undefined);
});

test('if the judge passes every answer, the labels of the file decide alone', () => {
  const given = [...answers(95, 1, 'pass'), ...answers(5, 1, 'fail'), ...answers(100, 1)];
  const { p_value, fail_p } = verdictOfLabels(labelledCase({ claim: 'file', kept: 200 }, ofPeople(0.85, 100)), given);
  assert.deepEqual([p_value, fail_p], [filePassP(200, 170, { n: 100, k: 95 }), filePassP(200, 31, { n: 100, k: 5 })]);
});

test('labels of every answer of a file are counted', () => {
  const given = [...answers(17, 1, 'pass'), ...answers(3, 1, 'fail')];
  const at = (bar: number) => verdictOfLabels(labelledCase({ claim: 'file', kept: 20 }, ofPeople(bar, 20)), given);
  assert.deepEqual([at(0.85).outcome, at(0.85).p_value, at(0.9).outcome], ['passed', 0, 'failed']);
  assert.match(at(0.85).reason, /people labelled every answer, so this is counted/);
});

test('one answer of each item or cluster counts by the exact binomial test', () => {
  const clusters = { kept: 40, kept_units: 20, units: 20, cluster: { field: 'customer' } } as const;
  const given = Array.from({ length: 40 }, (_, index) => ({
    value: 1,
    cluster: `c${Math.floor(index / 2)}`,
    endsUnit: index % 2 === 1,
    ...(index % 2 === 0 && { label: 'pass' as const }),
  }));
  const { p_value, n, claim } = verdictOfLabels(labelledCase(clusters, ofPeople(0.8, 20)), given);
  assert.deepEqual([p_value, n], [binomialUpperTail(20, 20, 0.8), 20]);
  assert.equal(claim, 'at least 80% of the answers to the items of an average cluster satisfy people');
});

test('a case never stops early for labels, and asks every trial', () => {
  const one = labelledCase({ kept: 60 }, ofPeople(0.8, 50));
  const [expectation = assert.fail()] = one.expectations;
  const both = {
    ...one,
    expectations: [{ ...expectation, criteria: [criterion('proportion_gte', { proportion: 0.5 }), ofPeople(0.8, 50)] }],
  };
  const { asked, verdicts } = runOn(both, answers(60, 1));
  assert.equal(asked.length, 60);
  assert.deepEqual(
    verdicts.map(({ outcome }) => outcome),
    ['passed', 'inconclusive'],
  );
});

test('labels do not decide a case that another criterion ended, and it waits for none', () => {
  const one = labelledCase({ kept: 60 }, ofPeople(0.8, 50));
  const [expectation = assert.fail()] = one.expectations;
  const both = {
    ...one,
    stop_early: true,
    expectations: [{ ...expectation, criteria: [criterion('proportion_gte', { proportion: 0.9 }), ofPeople(0.8, 50)] }],
  };
  const { asked, verdicts } = runOn(both, answers(60, 0));
  assert.ok(asked.length < 60);
  const verdict = verdicts[1] ?? assert.fail();
  const { outcome, estimate, p_value, used, people, reason, words } = verdict;
  assert.deepEqual(
    { outcome, estimate, p_value, used },
    { outcome: 'inconclusive', estimate: null, p_value: null, used: 0 },
  );
  assert.deepEqual([people?.missing, waitsForLabels(verdict)], [0, false]);
  assert.deepEqual([reason, words.found], Array(2).fill(`not decided: ${endedByAnother}`));
});

test('a trial counts against the criterion by its label, and without one by the words of the judge', () => {
  const one = labelledCase(60, ofPeople(0.8, 50));
  assert.deepEqual(
    [0, 1].map((value) => watchCase(one).isAgainst(scoresOf([value]))),
    [true, false],
  );
  assert.equal(watchCase(one).isAgainst(scoresOf(times(1, 'failed'))), true);
});

test('only an expectation with a rubric can be decided by people', () => {
  const codes = (one: Parameters<typeof refusedCriteria>[0]) =>
    refusedCriteria(one).map(({ refusal }) => refusal.variant);
  assert.deepEqual(codes(labelledCase(60, ofPeople(0.8, 50))), []);
  assert.deepEqual(codes(caseOf(60, passesOrNot, [ofPeople(0.8, 50)])), ['people_without_rubric']);
});

test('a claim that the labels cannot show is underpowered, by the test that decides them', () => {
  const few = (on: Parameters<typeof labelledCase>[0], labels: number) =>
    underpoweredOutlooks(labelledCase(on, ofPeople(0.8, labels))).map(({ outlook }) => outlook.smallest_n);
  assert.deepEqual([few(60, 13), few(60, 14)], [[14], []]);
  assert.deepEqual([few({ claim: 'file', kept: 20 }, 8), few({ claim: 'file', kept: 20 }, 9)], [[9], []]);
});

test('the forecast counts labels', () => {
  const [outlook = assert.fail()] = outlooksOf(labelledCase({ claim: 'file', kept: 1000 }, ofPeople(0.8, 150)));
  const { test: name, n, by, claim } = outlook;
  assert.deepEqual([name, n, by], ['stratified exact', 150, 'people']);
  assert.equal(claim, 'at least 80% of the answers to these 1,000 items satisfy people');
});
