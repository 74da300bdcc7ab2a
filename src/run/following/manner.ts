import type { Case } from '#model/case.js';
import type { RunManner } from '#model/run.js';

/** A case as a run of this manner goes about it: it ends early where both allow that. The case as evidence stays as it is. */
export function inManner(one: Case, { stop_early }: Pick<RunManner, 'stop_early'>): Case {
  return stop_early ? one : { ...one, stop_early: false };
}
