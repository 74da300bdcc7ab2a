import type { ClassAnswer } from '#model/dataset.js';
import type { Metric } from '#model/metrics.js';
import type { Finding, Valued } from '#model/run/trial.js';
import type { ModuleRunner } from '#provider/process/module-runner.js';
import type { RequireUnchanged } from '#provider/process/start-program.js';
import type { Asking } from '#provider/question/ask.js';
import type { CheckContext } from './check-parts/check.js';

/** The value of a trial, or of one of its turns, without the index of its expectation. */
export type Graded = GradedFacts & Valued;

interface GradedFacts {
  readonly turn?: number;
  readonly classes?: ClassAnswer;
  readonly extracted?: string;
  readonly findings: readonly Finding[];
}

/** Returns 1 or 0 by one finding; no value if it could not be graded. */
export function gradedBy(finding: Finding): Graded {
  const findings = [finding];
  if (finding.holds === null) return { findings, value: null, why: 'ungraded', reason: finding.reason };
  return { findings, value: finding.holds ? 1 : 0 };
}

export interface GradeDeps extends Asking {
  /** Environment of `command` checks: only variables of an allow-list, no API keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Absolute path of the prompt's directory, in which `command` checks run. */
  readonly promptDir: string;
  /** The checks that are functions of the program itself, by name. */
  readonly functions?: CheckContext['functions'];
  /** Calls the functions of modules that checks name. */
  readonly modules?: ModuleRunner | undefined;
  /** Masks keys in a text. Programs and modules of checks can print keys. */
  readonly redact: (text: string) => string;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  readonly signal: AbortSignal;
  /** Makes programs of checks wait for each other if many trials are graded at once. Default: they do not wait. */
  readonly inTurn?: CheckContext['inTurn'];
  /** Returns the item of the trial as JSON, for programs of checks; undefined in a case without a data set. */
  readonly item?: CheckContext['item'];
  /** True to skip the rubric if a check has already failed. */
  readonly failFast: boolean;
  /** Replaces the built-in metrics. */
  readonly metrics?: readonly Metric[];
}
