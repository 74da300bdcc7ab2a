import { Preparation } from '#grade/checking/preparation.js';
import { planChecks } from '#grade/checking/run-checks.js';
import type { CheckSpec } from '#model/case/grader.js';
import type { Problem } from '#model/problem.js';

/**
 * Returns a function that finds the problem of a check with the value of an item, such as a broken pattern; undefined if it can run. All
 * calls of one function share the time limit of a file.
 */
export function valueChecker(): (spec: CheckSpec) => Problem | undefined {
  const preparation = new Preparation();
  return (spec) => planChecks([spec], preparation)[0];
}
