import { groupBy } from '../data/collections.js';
import { answerKey, type Label, type LabelledAnswer, type LabelVerdict, latestLabels } from './label.js';

/** The joint label of several people for one answer. `none`: they skipped it, or as many say pass as fail. */
export type JointVerdict = 'pass' | 'fail' | 'none';

/** Returns the majority of those who did not skip. */
export function majorityOf(verdicts: readonly LabelVerdict[]): JointVerdict {
  const passes = verdicts.filter((verdict) => verdict === 'pass').length;
  const fails = verdicts.filter((verdict) => verdict === 'fail').length;
  if (passes === fails) return 'none';
  return passes > fails ? 'pass' : 'fail';
}

/** The labels of answers: for each answer one label of each rater, the last. */
export interface LabelsOfAnswers {
  /** Returns the labels of an answer; empty without any. */
  readonly of: (answer: LabelledAnswer) => readonly Label[];
}

/** Groups labels by answer. Labels with another digest of the response or of the expectation are of another answer. */
export function labelsOfAnswers(labels: readonly Label[]): LabelsOfAnswers {
  const byAnswer = groupBy(latestLabels(labels), answerKey);
  return { of: (answer) => byAnswer.get(answerKey(answer)) ?? [] };
}
