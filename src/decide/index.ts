import { shareOfClassCriteria } from './criteria/classes.js';
import { everyTrial } from './criteria/every-trial.js';
import { meanCriteria } from './criteria/mean.js';
import { medianCriteria } from './criteria/median.js';
import { proportionCriteria } from './criteria/proportion.js';
import type { Criterion } from './criterion.js';

/** All built-in criteria, in the order of the documentation. */
export const criteria: readonly Criterion[] = [
  everyTrial,
  ...proportionCriteria,
  ...medianCriteria,
  ...meanCriteria,
  ...shareOfClassCriteria,
];

/** Returns the built-in criterion with a name, or undefined. */
export function findCriterion(name: string): Criterion | undefined {
  return criteria.find((criterion) => criterion.name === name);
}
