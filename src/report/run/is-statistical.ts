import type { Verdict } from '#model/run/verdict.js';

/** True if a test decided, and not the rule that every trial passes. */
export function isStatistical({ criterion }: Pick<Verdict, 'criterion'>): boolean {
  return criterion !== 'every_trial';
}
