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
export function findCriterion(name: string, among: readonly Criterion[] = criteria): Criterion | undefined {
  return among.find((criterion) => criterion.name === name);
}

/** Throws if no criterion has the name; planning checks that before. */
export function requireCriterion(name: string, among: readonly Criterion[]): Criterion {
  const criterion = findCriterion(name, among);
  if (!criterion) throw new Error(`no criterion named ${name}`);
  return criterion;
}
