import type { ClassAnswer } from '#model/dataset.js';
import type { Metric } from '#model/metrics.js';
import type { Finding, Valued } from '#model/run/trial.js';
import type { Asking } from '#provider/question/ask.js';
import type { ProgramDeps } from './check-parts/check.js';

/** The value of a trial, or of one of its turns, without the index of its expectation. */
export type Graded = {
  readonly turn?: number;
  readonly classes?: ClassAnswer;
  readonly extracted?: string;
  readonly findings: readonly Finding[];
} & Valued;

/** Returns 1 or 0 by one finding; no value if it could not be graded. */
export function gradedBy(finding: Finding): Graded {
  const findings = [finding];
  if (finding.holds === null) return { findings, value: null, why: 'ungraded', reason: finding.reason };
  return { findings, value: finding.holds ? 1 : 0 };
}

export interface GradeDeps extends Asking, ProgramDeps {
  /** True to skip the rubric if a check has already failed. */
  readonly failFast: boolean;
  /** Replaces the built-in metrics. */
  readonly metrics?: readonly Metric[];
}
