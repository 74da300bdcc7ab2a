import type { Case } from '../case.js';
import type { Origin } from '../dataset.js';

/** One trial of a sample: the case with the values of its item inserted. */
export interface Drawn {
  readonly testCase: Case;
  /** The number of the answer among those to equal requests, from 0. It is part of the keys of replies. */
  readonly draw: number;
  /** Absent if the case has no data set. */
  readonly origin?: Origin;
  /** Returns the item with all its fields as JSON, for programs of checks. Absent if the case has no data set. */
  readonly item?: () => string;
}

/**
 * The trials of a case, in the order in which they are decided: one input asked again and again, or the items of a data set in their seeded
 * order, each with all its draws.
 */
export interface Sample {
  /** Returns a trial by its index, from 0. Reads the item; throws EVA_RUN_CHANGED if it differs from the item that was planned. */
  readonly at: (index: number) => Drawn;
  /** Returns the item and draw of a trial without reading the item; undefined if the case has no data set. */
  readonly origin: (index: number) => Origin | undefined;
  /** Returns the beginning of the digest of an item's id and used values, without reading the item. Absent if the case has no data set. */
  readonly values?: (index: number) => string;
  /** Returns true for the last trial of a unit: an item with all its draws, or a cluster with all its items. */
  readonly endsUnit: (index: number) => boolean;
}

/** The items that `--items` and `--item` choose; all of them if both are absent. */
export interface ItemChoice {
  /** The number of items from the beginning of the seeded order. */
  readonly first?: number;
  /** The ids of the items. */
  readonly ids?: readonly string[];
}

export type SampleOf = (testCase: Case) => Sample;

/** Returns the sample of a case that asks one input again and again. */
export function repeated(testCase: Case): Sample {
  return {
    at: (index) => ({ testCase, draw: index }),
    origin: () => undefined,
    endsUnit: () => true,
  };
}
