import type { Criterion } from '../criterion.js';
import { shareOfClassCriteria } from './classes.js';
import { everyTrialCriterion } from './every-trial.js';
import { meanCriteria } from './mean.js';
import { medianCriteria } from './median.js';
import { proportionCriteria } from './proportion.js';

/** All built-in criteria, in the order of the documentation. */
export const criteria: readonly Criterion[] = [
  everyTrialCriterion,
  ...proportionCriteria,
  ...medianCriteria,
  ...meanCriteria,
  ...shareOfClassCriteria,
];

/** Returns the built-in criterion with a name, or undefined. */
export function findCriterion(name: string): Criterion | undefined {
  return criteria.find((criterion) => criterion.name === name);
}
