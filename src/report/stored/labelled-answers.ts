import { outlooksOf } from '#decide/outlooks.js';
import { calibrate, tableOf } from '#decide/people/calibration.js';
import type { Case } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { rubricsOf } from '#model/grader.js';
import type { CalibratedAnswer, Calibration, EarlierLabels, PeopleShare } from '#model/people/calibration.js';
import {
  expectationDigest,
  type Label,
  labelOrder,
  labelSeed,
  majorityOf,
  responseDigest,
  type TrialLabel,
} from '#model/people/label.js';
import { EvaError } from '#model/problem.js';
import type { CriterionSpec } from '#model/settings.js';
import { redecide } from '#run/collect/recompute.js';
import { openAnswers } from '#run/labels/label-answers.js';
import { type LabelTarget, labelTarget, readLabelledRun } from '#run/labels/label-target.js';
import type { Disagreement } from '../commands/calibration.js';
import { answerView, judgeFindings, judgePasses } from '../view/answer-view.js';

/** An expectation of a run with its labelled answers. */
interface LabelledTarget extends LabelledAnswers {
  readonly target: LabelTarget;
}

/** Reads the labelled answers of a target: those of the labels that are of its run, its case and its rubric. */
export function readLabelledAnswers(root: string, target: LabelTarget, labels: readonly Label[]): LabelledAnswers {
  const { result, testCase, digest } = target;
  const targetLabels = labels.filter(
    (label) => label.run_id === result.run_id && label.case === testCase.name && label.expectation === digest,
  );
  return targetLabels.length === 0 ? { answers: [], strangers: 0 } : labelledAnswers(root, target, targetLabels);
}

/** Compares the judge of a target with its labelled answers, and with those of earlier runs that have the same rubric. */
export function calibrationOf(
  root: string,
  { target, answers, strangers }: LabelledTarget,
  labels: readonly Label[],
): Calibration {
  const { testCase, cases, expectation, digest } = target;
  const { earlier, gone } = earlierLabels(root, target, labels);
  const about = testCase.expectations[expectation]?.about ?? '';
  const scores = cases.scores.filter((score) => score.expectation === expectation);
  return calibrate({
    case: testCase.name,
    about,
    expectation: expectation + 1,
    judges: judgesOf(testCase, expectation),
    answers: cases.trials.filter(({ outcome }) => outcome === 'finished').length,
    judge_passed: decidesAlone(testCase, expectation) ? scores.filter(({ value }) => value === 1).length : null,
    people: answers.length === 0 ? null : peopleShare(target, answers),
    unused: { other_rubric: ofOtherRubrics(testCase, digest, labels), other_answer: strangers, gone },
    labelled: answers,
    earlier,
  });
}

/** Returns true if an expectation has one value, 1 if the judge passes the answer: no check decides beside the rubric, and no bar of a score. */
function decidesAlone({ expectations }: Case, expectation: number): boolean {
  const grader = expectations[expectation]?.grader;
  return grader?.grader === 'trial_passes' && grader.params.checks.length === 0;
}

function judgesOf({ expectations }: Case, expectation: number): readonly string[] {
  const grader = expectations[expectation]?.grader;
  if (grader?.grader === 'expected_behavior') return [grader.params.judge.model];
  const rubrics = grader?.grader === 'trial_passes' ? rubricsOf(grader.params) : [];
  return [...new Set(rubrics.map(({ judge }) => judge.model))];
}

/** Counts the labels of a case that belong to another rubric than its own, once: at its first expectation with a rubric. */
function ofOtherRubrics({ name, expectations }: Case, digest: string, labels: readonly Label[]): number {
  const known = expectations.map((one) => expectationDigest(one)).filter((one) => one !== null);
  if (known[0] !== digest) return 0;
  return labels.filter((label) => label.case === name && !known.includes(label.expectation)).length;
}

/** Reads the answers on which judge and people differ: first those that the judge passes. */
export function disagreementsOf(
  root: string,
  target: LabelTarget,
  answers: readonly CalibratedAnswer[],
): readonly Disagreement[] {
  const differing = answers.filter(({ judge, people }) => judge !== null && people !== (judge ? 'pass' : 'fail'));
  const decided = differing.filter(({ people }) => people !== 'none').sort((a, b) => Number(b.judge) - Number(a.judge));
  const reader = openAnswers(root, target, new Set(decided.map(({ trial }) => trial)));
  const { testCase, expectation, plan } = target;
  try {
    return decided.map(({ trial, judge, raters }): Disagreement => {
      const read = { ...reader.read(trial), testCase, expectation, body: plan.body };
      return {
        judge: judge ? 'pass' : 'fail',
        people: judge ? 'fail' : 'pass',
        raters,
        answer: answerView({ ...read, references: reader.references(trial) }),
        findings: judgeFindings(read),
      };
    });
  } finally {
    reader.close();
  }
}

/** The greatest number of earlier runs whose labels are read. */
const mostRuns = 20;

/** The labels of earlier runs with the same rubric, the oldest run first, and how many labels are of runs that are gone. */
interface EarlierRuns {
  readonly earlier: readonly EarlierLabels[];
  readonly gone: number;
}

/** Reads the labels of earlier runs of a prompt with the rubric of a target: of the last 20. */
function earlierLabels(root: string, { result, digest }: LabelTarget, labels: readonly Label[]): EarlierRuns {
  const earlierLabels = labels.filter(({ expectation, run_id }) => expectation === digest && run_id < result.run_id);
  const runs = [...new Set(earlierLabels.map(({ run_id }) => run_id))].sort().slice(-mostRuns);
  let gone = 0;
  const earlier = runs.flatMap((run_id): readonly EarlierLabels[] => {
    const ofRun = earlierLabels.filter((label) => label.run_id === run_id);
    const answers = answersOf(root, run_id, ofRun);
    if (answers === null) gone += ofRun.length;
    return answers === null || answers.length === 0 ? [] : [{ run_id, ...tableOf(answers) }];
  });
  return { earlier, gone };
}

/** Returns the labelled answers of a run; null if the run or its texts are gone. */
function answersOf(root: string, run_id: string, labels: readonly Label[]) {
  try {
    const run = readLabelledRun(root, run_id);
    return run.plan.cases.flatMap((testCase) =>
      testCase.expectations.flatMap((expectation, index) => {
        const digest = expectationDigest(expectation);
        const caseLabels = labels.filter((label) => label.case === testCase.name && label.expectation === digest);
        if (caseLabels.length === 0) return [];
        const target = labelTarget(root, run, { case: testCase.name, expectation: String(index + 1) });
        return labelledAnswers(root, target, caseLabels).answers;
      }),
    );
  } catch (error) {
    if (error instanceof EvaError) return null;
    throw error;
  }
}

/**
 * Returns the share of all answers that satisfy people, by the labels of the random sample: of the longest part of its order in which every answer
 * has a label, or needs none because it was refused, cut or empty. Null without a sample, and for a claim that one answer of each cluster does not
 * show.
 */
function peopleShare(target: LabelTarget, answers: readonly CalibratedAnswer[]): PeopleShare | null {
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
  const redecidedCase = { ...cases, scores, labels: { seed, raters: 0, digest: '', of } };
  const [verdict] = redecide({ ...claimed, stop_early: false }, redecidedCase).verdicts;
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

/** The labelled answers of one expectation of a run. */
interface LabelledAnswers {
  readonly answers: readonly CalibratedAnswer[];
  /** The labels of answers that the run does not have. */
  readonly strangers: number;
}

/** Reads the answers that labels are about. `labels` are of this run, case and rubric, the last of each rater and answer. */
function labelledAnswers(root: string, target: LabelTarget, labels: readonly Label[]): LabelledAnswers {
  const trialOf = new Map(
    target.cases.trials.map((trial) => [keyOf(trial.origin?.item ?? null, trial.origin?.draw ?? trial.index), trial]),
  );
  const byPlace = groupBy(labels, ({ item, draw }) => keyOf(item, draw));
  const places = [...byPlace].flatMap(([place, own]) => {
    const trial = trialOf.get(place);
    return trial?.outcome === 'finished' ? [{ index: trial.index, own }] : [];
  });
  const reader = openAnswers(root, target, new Set(places.map(({ index }) => index)));
  try {
    const answers = places.flatMap(({ index, own }): readonly CalibratedAnswer[] => {
      const read = reader.read(index);
      const response = responseDigest(read.trial);
      const used = own.filter((label) => label.response === response);
      if (used.length === 0) return [];
      const { testCase, expectation, plan } = target;
      return [
        {
          trial: index,
          people: majorityOf(used.map(({ verdict }) => verdict)),
          raters: used.map(({ rater, verdict, note }) => ({ rater, verdict, ...(note !== undefined && { note }) })),
          judge: judgePasses({ ...read, testCase, expectation, body: plan.body }),
        },
      ];
    });
    const used = answers.reduce((sum, { raters }) => sum + raters.length, 0);
    return { answers, strangers: labels.length - used };
  } finally {
    reader.close();
  }
}

function keyOf(item: string | null, draw: number): string {
  return JSON.stringify([item, draw]);
}
