import { grouped } from './grouped.js';
import type { Score } from './score.js';

/** The scores of each trial that has some, in their order. */
export function scoresByTrial(scores: readonly Score[]): ReadonlyMap<number, readonly Score[]> {
  return grouped(scores, ({ trial }) => trial);
}
