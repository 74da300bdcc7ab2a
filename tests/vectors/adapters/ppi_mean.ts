import type { VectorInput } from '../adapter.js';
import { ppiMean } from '../formulas/ppi-mean.js';

/** The vectors count passes; the function takes scores of any scale, here 0 and 1. */
export function ppiMeanAdapter(input: VectorInput) {
  const times = <T>(count: unknown, item: T): T[] => new Array(count as number).fill(item);
  const judge = [
    ...times(input['judge_pass'], 1),
    ...times((input['judge_n'] as number) - (input['judge_pass'] as number), 0),
  ];
  const labelled = [
    ...times(input['human1_judge1'], { human: 1, judge: 1 }),
    ...times(input['human1_judge0'], { human: 1, judge: 0 }),
    ...times(input['human0_judge1'], { human: 0, judge: 1 }),
    ...times(input['human0_judge0'], { human: 0, judge: 0 }),
  ];
  return { ...ppiMean(judge, labelled) };
}
