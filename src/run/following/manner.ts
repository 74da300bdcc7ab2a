import type { Case } from '#model/case.js';
import type { RunManner } from '#model/run/run.js';

/** Applies the run's `stop_early` setting to a case. The evidence of the case stays the same. */
export function inManner(one: Case, { stop_early }: Pick<RunManner, 'stop_early'>): Case {
  return stop_early ? one : { ...one, stop_early: false };
}
