import type { RunResult } from '#model/run/run.js';
import type { View } from '#view/view.js';
import type { Screen } from './text/paint.js';

/** What a reporter gets of a run. */
export interface Reported {
  /** Makes its view, for reporters that show one. */
  readonly view: () => View;
  readonly result: RunResult;
}

/** Where a run is reported. */
export interface ReportPlace {
  /** Runs that were reported before it. */
  readonly before: number;
  /** True for one of several runs. */
  readonly isList: boolean;
  /** True for a run that is shown again; false if progress has just listed each of its cases. */
  readonly isStored: boolean;
}

/** Turns runs into text, one after another. */
export interface Reporter {
  run(reported: Reported, place: ReportPlace, screen: Screen): string;
  /** The text that ends a list of so many runs; empty if nothing does. */
  end(runs: number): string;
}
