import type { Metric } from '#metrics/metric.js';
import type { Finding, Valued } from '#model/run/score.js';
import type { RequireUnchanged } from '#process/start-program.js';
import type { Asking } from '#question/ask.js';
import type { CheckContext } from './checking/check.js';

/** The value of a trial, or of one of its turns, before it is known under which expectation that was. */
export type Graded = { readonly turn?: number; readonly findings: readonly Finding[] } & Valued;

/** Returns 0 or 1 by one finding; no value where it could not be graded. */
export function gradedBy(finding: Finding): Graded {
  const findings = [finding];
  if (finding.holds === null) return { findings, value: null, why: 'ungraded', reason: finding.reason };
  return { findings, value: finding.holds ? 1 : 0 };
}

/** The dependencies of grading. */
export interface GradeDeps extends Asking {
  /** Environment of `command` checks: an allow-list without keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Absolute directory in which `command` checks run: the prompt's. */
  readonly promptDir: string;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  readonly signal: AbortSignal;
  /** Has programs of checks wait for each other where many trials are graded at once; they do not unless it is given. */
  readonly inTurn?: CheckContext['inTurn'];
  /** Skip the rubric where a check has failed already. */
  readonly failFast: boolean;
  /** In place of the built-in metrics. */
  readonly metrics?: readonly Metric[];
}
