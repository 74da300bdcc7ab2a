import type { Criterion } from './criterion.js';
import { everyTrial } from './every-trial.js';
import { meanCriteria } from './mean.js';
import { proportionCriteria } from './proportion.js';
import { medianCriteria, quantileCriteria } from './quantile.js';

/** Every criterion that can be decided, in the order in which they are documented. */
export const criteria: readonly Criterion[] = [
  everyTrial,
  ...proportionCriteria,
  ...medianCriteria,
  ...quantileCriteria,
  ...meanCriteria,
];

export function findCriterion(name: string): Criterion | undefined {
  return criteria.find((criterion) => criterion.name === name);
}
