import type { Criterion } from './criterion.js';
import { everyTrial } from './every-trial.js';

/** Every criterion that can be decided, in the order in which they are documented. */
export const criteria: readonly Criterion[] = [everyTrial];

export function findCriterion(name: string): Criterion | undefined {
  return criteria.find((criterion) => criterion.name === name);
}
