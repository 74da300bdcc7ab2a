import { openAnswers } from '#lifecycle/labelling/answers.js';
import type { LabelTarget } from '#lifecycle/labelling/target.js';
import type { CalibratedAnswer } from '#model/people/calibration.js';
import type { Disagreement } from '#report/people/disagreements.js';
import { answerView, judgeFindings } from '#view/people/answer-view.js';

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
