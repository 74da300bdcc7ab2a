import type { RunsArrangement } from '#report/formats/report.js';

/** A run of a command, to be read from its folder. */
export interface RunToReport {
  readonly id: string;
  /** The name of its variant or model; null without one. */
  readonly variant: string | null;
  /** null if it has no folder: it did not begin. */
  readonly run_id: string | null;
  /** The exit code for this run alone. Default: that of its result. */
  readonly exitCode?: number;
  /** Why it has no verdict; null if that is not known. */
  readonly reason?: string | null;
  /** True if its replies could not be recorded. */
  readonly isUnrecorded?: boolean;
}

export interface RunsToReport {
  readonly root: string;
  /** The flag that names the library in commands; undefined without it. */
  readonly rootFlag: string | undefined;
  readonly arrangement: RunsArrangement;
  readonly group: string | null;
  readonly exitCode: number;
  readonly runs: readonly RunToReport[];
}
