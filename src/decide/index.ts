import { everyTrial } from './criteria/every-trial.js';
import { meanCriteria } from './criteria/mean.js';
import { proportionCriteria } from './criteria/proportion.js';
import { medianCriteria, quantileCriteria } from './criteria/quantile.js';
import type { Criterion } from './criterion.js';

/** Every criterion that can be decided, in the order in which they are documented. */
export const criteria: readonly Criterion[] = [
  everyTrial,
  ...proportionCriteria,
  ...medianCriteria,
  ...quantileCriteria,
  ...meanCriteria,
];

/** Finds a built-in criterion by its name. */
export function findCriterion(name: string): Criterion | undefined {
  return criteria.find((criterion) => criterion.name === name);
}
