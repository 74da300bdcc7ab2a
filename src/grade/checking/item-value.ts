import type { CheckSpec } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import { Preparation } from './preparation.js';
import { planChecks } from './run-checks.js';

/**
 * Returns a function that returns the problem of a check whose value comes from an item; undefined if it can run. All checks of a data set
 * share one `preparation`, which limits the time for their patterns.
 */
export function itemCheckProblems(preparation = new Preparation()): (spec: CheckSpec) => Problem | undefined {
  return (spec) => planChecks([spec], preparation)[0];
}
