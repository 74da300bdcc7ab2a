import { outlooksOf } from '#decide/outlooks.js';
import type { LabelTarget } from '#lifecycle/labelling/target.js';
import type { CriterionSpec } from '#model/case/criterion-spec.js';
import type { Case } from '#model/case.js';
import type { CalibratedAnswer, PeopleShare } from '#model/people/calibration.js';
import { labelOrder, labelSeed } from '#model/people/sample.js';
import type { TrialLabel } from '#model/run/labels.js';
import { redecide } from '#run/redecide.js';

/**
 * Returns the share of all answers that satisfy people, by the labels of the random sample: of the longest part of its order in which every answer
 * has a label, or needs none because it was refused, cut or empty. Null without a sample, and for a claim that one answer of each cluster does not
 * show.
 */
export function peopleShare(target: LabelTarget, answers: readonly CalibratedAnswer[]): PeopleShare | null {
  const { testCase, cases, expectation } = target;
  const seed = labelSeed(testCase);
  const order = labelOrder(cases.trials, testCase, seed);
  const verdicts = new Map(answers.map(({ trial, people }) => [trial, people]));
  const end = order.findIndex(({ index, outcome }) => outcome === 'finished' && !verdicts.has(index));
  const labels = end === -1 ? order.length : end;
  const grader = testCase.expectations[expectation];
  if (labels === 0 || !grader) return null;
  const sample_size = cases.trials.length;
  const claimed = {
    ...testCase,
    sample_size,
    expectations: [{ ...grader, criteria: [anyBar(testCase, expectation, labels)] }],
  };
  const [outlook] = outlooksOf(claimed);
  if (!outlook) return null;
  const of = [...verdicts].map(([trial, verdict]): TrialLabel => ({ expectation: 0, trial, verdict }));
  const scores = cases.scores.flatMap((one) => (one.expectation === expectation ? [{ ...one, expectation: 0 }] : []));
  const own = { ...cases, scores, labels: { seed, raters: 0, digest: '', of } };
  const [verdict] = redecide({ ...claimed, stop_early: false }, own).verdicts;
  if (!verdict?.people || verdict.people.missing > 0) return null;
  return {
    labels,
    passed: verdict.people.passed,
    of: testCase.dataset?.claim === 'file' ? order.length : null,
    estimate: verdict.estimate,
    lower: verdict.interval?.lower ?? null,
    upper: verdict.interval?.upper ?? null,
    test: outlook.test,
  };
}

/** Returns a criterion of people with so many labels. Bounds do not depend on its bar. */
function anyBar(testCase: Case, expectation: number, labels: number): CriterionSpec {
  const { grader, criteria = [] } = testCase.expectations[expectation] ?? {};
  const min_score = criteria.flatMap(({ params }) => params['min_score'] ?? [])[0];
  const scale = grader?.grader === 'expected_behavior' ? grader.params.judge.scale : null;
  const bar = scale === null ? {} : { min_score: min_score ?? (scale.min + scale.max) / 2 };
  return {
    criterion: 'proportion_gte',
    params: { proportion: 0.5, by: 'people', labels, ...bar },
    significance_level: 0.05,
  };
}
