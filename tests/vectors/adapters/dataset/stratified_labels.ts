import { neededInFile } from '#stats/hypergeometric.js';
import { type StratifiedLabels, stratifiedEstimate, stratifiedP } from '#stats/label-estimates.js';
import { answers, labelledCase, ofPeople, verdictOfLabels } from '../../../support/labelled-case.js';
import type { VectorInput } from '../../adapter.js';

/** The fewest labels that a criterion divides by what the judge says. */
const leastDivided = 100;

export function stratifiedLabelsAdapter(input: VectorInput) {
  const { theta0, ...labels } = input as unknown as StratifiedLabels & { theta0: number };
  const need = neededInFile(labels.judged, theta0);
  if (labels.m1 + labels.m0 < leastDivided) {
    return { need, estimate: stratifiedEstimate(labels), p_value: stratifiedP(labels, need) };
  }
  const { estimate, p_value } = decide(labels, theta0);
  return { need, estimate, p_value };
}

/** Decides a file with these answers and labels. */
function decide({ judged, judge_passed, m1, x1, m0, x0 }: StratifiedLabels, theta0: number) {
  const one = labelledCase({ claim: 'file', kept: judged }, ofPeople(theta0, m1 + m0));
  return verdictOfLabels(one, [
    ...answers(x1, 1, 'pass'),
    ...answers(m1 - x1, 1, 'fail'),
    ...answers(x0, 0, 'pass'),
    ...answers(m0 - x0, 0, 'fail'),
    ...answers(judge_passed - m1, 1),
    ...answers(judged - judge_passed - m0, 0),
  ]);
}
