import type { RunPlan, RunResult } from '#model/run/run.js';
import type { View } from '#view/view.js';
import type { Screen } from './text/paint.js';

/** A run for a reporter. */
export interface Reported {
  /** Returns its view, for reporters that need one. */
  readonly view: () => View;
  readonly result: RunResult;
  readonly plan: RunPlan;
}

/** The position of a run among the reported ones. */
export interface ReportPlace {
  /** The number of runs that were reported before it. */
  readonly before: number;
  /** True for one of several runs. */
  readonly isList: boolean;
  /** True for a stored run; false if the progress display has just listed its cases. */
  readonly isStored: boolean;
}

/** Renders runs as text, one after another. */
export interface Reporter {
  run(reported: Reported, place: ReportPlace, screen: Screen): string;
  /** Returns the text after the last of this number of runs; may be empty. */
  end(runs: number): string;
}
