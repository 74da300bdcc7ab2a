import type { RunResult } from '#model/run/run.js';
import type { View } from '#view/view.js';
import type { Screen } from './text/paint.js';

/** What a reporter gets of a run. */
export interface Reported {
  /** Makes its view, for reporters that show one. */
  readonly view: () => View;
  readonly result: RunResult;
}

/** Turns runs into text, one after another. */
export interface Reporter {
  /** The text of a run. `before`: how many runs were reported before it; `isList`: whether it is one of several. */
  run(reported: Reported, place: { readonly before: number; readonly isList: boolean }, screen: Screen): string;
  /** The text that ends a list of so many runs; empty if nothing does. */
  end(runs: number): string;
}
