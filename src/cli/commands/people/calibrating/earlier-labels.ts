import { tableOf } from '#decide/people/calibration.js';
import { EvaError } from '#errors/index.js';
import { type LabelTarget, labelTarget, readLabelledRun } from '#lifecycle/labelling/target.js';
import type { EarlierLabels } from '#model/people/calibration.js';
import { expectationDigest, type Label } from '#model/people/label.js';
import { labelledAnswers } from './labelled-run.js';

/** The greatest number of earlier runs whose labels are read. */
const mostRuns = 20;

/** The labels of earlier runs with the same rubric, the oldest run first, and how many labels are of runs that are gone. */
interface EarlierRuns {
  readonly earlier: readonly EarlierLabels[];
  readonly gone: number;
}

/** Reads the labels of earlier runs of a prompt with the rubric of a target: of the last 20. */
export function earlierLabels(root: string, { result, digest }: LabelTarget, labels: readonly Label[]): EarlierRuns {
  const own = labels.filter(({ expectation, run_id }) => expectation === digest && run_id < result.run_id);
  const runs = [...new Set(own.map(({ run_id }) => run_id))].sort().slice(-mostRuns);
  let gone = 0;
  const earlier = runs.flatMap((run_id): readonly EarlierLabels[] => {
    const ofRun = own.filter((label) => label.run_id === run_id);
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
        const own = labels.filter((label) => label.case === testCase.name && label.expectation === digest);
        if (own.length === 0) return [];
        const target = labelTarget(root, run, { case: testCase.name, expectation: String(index + 1) });
        return labelledAnswers(root, target, own).answers;
      }),
    );
  } catch (error) {
    if (error instanceof EvaError) return null;
    throw error;
  }
}
