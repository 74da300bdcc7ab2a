import type { Case } from '#model/case.js';
import type { Shard } from '#model/run.js';

/** Whether a trial belongs to a shard, by its running number over all cases of a run: from 0, cases in order, trials in order. */
export function isInShard({ index, of }: Shard, runningNumber: number): boolean {
  return runningNumber % of === index - 1;
}

/** The indexes of the trials of each case that belong to a shard, in order. */
export function trialsInShard(cases: readonly Case[], shard: Shard): readonly (readonly number[])[] {
  let before = 0;
  return cases.map(({ sample_size }) => {
    const first = before;
    before += sample_size;
    return [...Array(sample_size).keys()].filter((index) => isInShard(shard, first + index));
  });
}
