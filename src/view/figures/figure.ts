import type { Text } from '../text.js';

/** A figure of a case as data. `sentence` says in words what it shows, for readers who do not see it. */
export type Figure = PathFigure | DotsFigure | BinsFigure | ConfusionFigure;

interface FigureFacts {
  readonly sentence: Text;
}

/** A point of a line: trials across, misses up. */
export type Point = readonly [across: number, up: number];

/**
 * The misses of one claim in trial order, with the boundaries of its test. A trial without a value is a miss, as it is for the test. Lines of
 * many trials are reduced to some hundred points.
 */
export interface PathFigure extends FigureFacts {
  readonly figure: 'path';
  /** The index of the claim in `CaseView.claims`. */
  readonly claim: number;
  readonly unit: 'trial' | 'item' | 'answer';
  /** The names of the axes: `misses`, `trials`. */
  readonly up: string;
  readonly across: string;
  /** The greatest number of trials. */
  readonly most: number;
  /** The misses after so many trials: the points where they grow, and the last trial. */
  readonly points: readonly Point[];
  /** The most misses with which the claim passes after so many trials. Absent if the test has no such line. */
  readonly pass?: readonly Point[];
  /** The fewest misses with which the case ends without a pass. Absent if it is a constant, or if the test has no such line. */
  readonly stop?: readonly Point[];
  /** The most misses that still allow a pass, for a test that ends with the next one. */
  readonly limit?: number;
}

/** One dot for each of at most 200 trials: the scores of a judge, latencies, or the values of a metric. */
export interface DotsFigure extends FigureFacts, Measured {
  readonly figure: 'dots';
  readonly values: readonly number[];
}

/** Counts of more trials than dots can show. Bin i holds values from `edges[i]` to below `edges[i + 1]`; the last one includes its end. */
export interface BinsFigure extends FigureFacts, Measured {
  readonly figure: 'bins';
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** The number of values that are missing or unknown. */
  readonly unknown: number;
}

interface Measured {
  /** The subject: `judge`, `latency`, the name of a metric. */
  readonly about: Text;
  /** `s`, `USD`, or empty. */
  readonly unit: Text;
  /** The bar for the value of one trial; null without one. */
  readonly threshold: number | null;
  /** `up` if greater values are better; null if no criterion is about the value. */
  readonly better: 'up' | 'down' | null;
  /** True if a value at the threshold is on its bad side. */
  readonly is_strict?: true;
  /** The least and the greatest value that is possible; absent without both. */
  readonly scale?: readonly [least: number, greatest: number];
}

/** Expected classes in rows, answered ones in columns; the last column counts answers that are no class. */
export interface ConfusionFigure extends FigureFacts {
  readonly figure: 'confusion';
  readonly expectation: number;
  readonly labels: readonly Text[];
  readonly counts: readonly (readonly number[])[];
  /** The most frequent wrong answer; null if all are right. */
  readonly worst: { readonly row: number; readonly column: number } | null;
}
