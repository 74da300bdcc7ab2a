import type { Score } from './score.js';

/** The scores of each trial that has some, in their order. */
export function scoresByTrial(scores: readonly Score[]): ReadonlyMap<number, readonly Score[]> {
  const byTrial = new Map<number, Score[]>();
  for (const score of scores) {
    const own = byTrial.get(score.trial);
    if (own) own.push(score);
    else byTrial.set(score.trial, [score]);
  }
  return byTrial;
}
