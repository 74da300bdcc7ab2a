import assert from 'node:assert/strict';
import test from 'node:test';
import { type CalibrationInput, calibrate } from '#decide/people/calibration.js';
import type { CalibratedAnswer } from '#model/people/calibration.js';
import type { LabelVerdict } from '#model/people/label.js';
import { majorityOf } from '#model/people/label.js';
import { clopperPearsonLower } from '#stats/binomial.js';

const facts = {
  case: 'handbook',
  about: 'the rubric',
  expectation: 1,
  judges: ['judge-1'],
  answers: 1200,
  judge_passed: 1092,
  people: null,
  unused: { other_rubric: 0, other_answer: 0, gone: 0 },
};

function calibrated(labelled: readonly CalibratedAnswer[], earlier: CalibrationInput['earlier'] = []) {
  return calibrate({ ...facts, labelled, earlier });
}

let trial = 0;
/** Repeats an answer that the judge decided so, and these people in the order of their names. */
function times(count: number, judge: boolean | null, ...verdicts: readonly LabelVerdict[]): CalibratedAnswer[] {
  const raters = verdicts.map((verdict, at) => ({ rater: `rater ${at + 1}`, verdict }));
  return Array.from({ length: count }, () => ({ trial: trial++, judge, people: majorityOf(verdicts), raters }));
}

const round = (value: number | null | undefined, digits = 4) => value && Number(value.toFixed(digits));

test('the example of the contract: agreement, kappa, sensitivity, specificity and tilt as computed by hand', () => {
  // 126 both pass, 11 the judge alone, 3 people alone, 10 both fail.
  const labelled = [
    ...times(126, true, 'pass'),
    ...times(11, true, 'fail'),
    ...times(3, false, 'pass'),
    ...times(10, false, 'fail'),
  ];
  const { agreement: found, labelled: count, undecided, raters } = calibrated(labelled);
  assert.deepEqual([count, undecided, raters], [150, 0, [{ rater: 'rater 1', labels: 150 }]]);
  assert.deepEqual([found?.agreement.k, found?.agreement.n], [136, 150]);
  // po = 136/150, pe = (137*129 + 13*21)/150^2 = 0.797600; kappa = (po - pe) / (1 - pe).
  assert.equal(
    round(found?.kappa),
    round((136 / 150 - (137 * 129 + 13 * 21) / 22500) / (1 - (137 * 129 + 13 * 21) / 22500)),
  );
  assert.deepEqual([found?.sensitivity?.k, found?.sensitivity?.n], [126, 129]);
  assert.equal(found?.sensitivity?.lower, clopperPearsonLower(126, 129, 0.05));
  assert.deepEqual([found?.specificity?.k, found?.specificity?.n], [10, 21]);
  assert.equal(round(found?.tilt), round(8 / 150));
});

test('Clopper-Pearson bounds of a judge that never errs: 0.05^(1/n)', () => {
  const { agreement } = calibrated([...times(20, true, 'pass'), ...times(5, false, 'fail')]);
  assert.equal(round(agreement?.sensitivity?.lower, 10), round(0.05 ** (1 / 20), 10));
  assert.equal(round(agreement?.specificity?.lower, 10), round(0.05 ** (1 / 5), 10));
  assert.equal(agreement?.kappa, 1);
});

test('a tie, a skip and an answer without a verdict of the judge are in no table', () => {
  const { agreement, labelled, undecided, ungraded, raters } = calibrated([
    ...times(4, true, 'pass', 'fail'),
    ...times(3, true, 'skipped'),
    ...times(2, null, 'pass'),
    ...times(1, true, 'pass', 'pass', 'fail'),
  ]);
  assert.deepEqual([agreement?.agreement.n, labelled, undecided, ungraded], [1, 10, 7, 2]);
  assert.deepEqual(
    raters.map(({ labels }) => labels),
    [10, 5, 1],
  );
});

test('without a fail of people there is no specificity, and no kappa', () => {
  const { agreement } = calibrated(times(10, true, 'pass'));
  assert.deepEqual([agreement?.specificity, agreement?.kappa, agreement?.agreement.estimate], [null, null, 1]);
});

test("Krippendorff's alpha of two people on four answers: 1 - 7 * 2 / (2 * 5 * 3)", () => {
  // Votes 11, 11, 10, 00: five passes and three fails; one disagreement is two ordered pairs.
  const both = [
    ...times(2, true, 'pass', 'pass'),
    ...times(1, true, 'pass', 'fail'),
    ...times(1, true, 'fail', 'fail'),
  ];
  const { between_raters } = calibrated([...both, ...times(9, true, 'pass'), ...times(1, true, 'pass', 'skipped')]);
  assert.equal(between_raters?.answers, 4);
  assert.equal(round(between_raters?.alpha), round(1 - (7 * 2) / (2 * 5 * 3)));
  assert.equal(calibrated(times(3, true, 'pass')).between_raters, null);
});

const before = { run_id: 'r1', both_pass: 90, judge_only: 2, people_only: 3, both_fail: 5 };

test('drift compares the agreement with that of earlier runs', () => {
  const same = calibrated([...times(95, true, 'pass'), ...times(5, true, 'fail')], [before]);
  assert.deepEqual([same.drift?.earlier.agreement.k, same.drift?.p_value, same.drift?.runs], [95, 1, ['r1']]);
  const worse = calibrated([...times(80, true, 'pass'), ...times(20, true, 'fail')], [before]);
  assert.ok((worse.drift?.p_value ?? 1) < 0.01);
  assert.equal(worse.about_share, null);
});

test('without labels of its own, the share of people is estimated by the errors of earlier runs', () => {
  const { about_share, agreement, drift } = calibrated([], [before]);
  // q = 0.91, se = 90/93, sp = 5/7: (q + sp - 1) / (se + sp - 1).
  const [se, sp] = [90 / 93, 5 / 7];
  assert.equal(round(about_share?.estimate), round((0.91 + sp - 1) / (se + sp - 1)));
  assert.deepEqual([about_share?.labels, agreement, drift?.p_value], [100, null, null]);
});

test('a judge that is no better than chance, or without a good or a bad answer, estimates nothing', () => {
  for (const changes of [
    { both_pass: 1, people_only: 9, judge_only: 2, both_fail: 0 },
    { judge_only: 0, both_fail: 0 },
  ])
    assert.equal(calibrated([], [{ ...before, ...changes }]).about_share, null);
  assert.equal(calibrate({ ...facts, judge_passed: null, labelled: [], earlier: [before] }).about_share, null);
});

test('an estimate beyond all answers is cut to them', () => {
  const { about_share } = calibrate({ ...facts, judge_passed: 1200, labelled: [], earlier: [before] });
  assert.equal(about_share?.estimate, 1);
});
