import type { CriterionSpec } from './settings.js';

/** `population`: of items like these. `file`: of these items, each asked as often as `draws` says. */
export type DatasetClaim = 'population' | 'file';

/**
 * How the trials of a case are drawn from the items of a data set. It is part of a plan, so it holds counts and names, never items. A trial
 * is one draw (one answer) of one item. A unit is what a test counts: the item, or the cluster where there is one.
 */
export interface Dataset {
  /** The file relative to the root, or the name of a program's list. */
  readonly file: string;
  /** The sha256 of the file. */
  readonly sha256: string;
  /** The digest of the ids and used values of all kept items. It does not depend on their order or on the format of the file. */
  readonly digest: string;
  /** The number of items in the file. */
  readonly items: number;
  /** The number of items that `where` and `unless` keep: the N of a file claim. */
  readonly kept: number;
  /** The greatest number of items that are asked: all kept ones, unless `sample_size` or `--items` is smaller. */
  readonly asked: number;
  /** The number of units among the kept items, and the greatest number that is asked. */
  readonly kept_units: number;
  readonly units: number;
  /** Answers per item, 1 or more. */
  readonly draws: number;
  readonly claim: DatasetClaim;
  /** Orders the items. */
  readonly seed: number;
  /** The field that fills each input. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The field whose value items share that resemble each other: they count as one unit. */
  readonly cluster?: { readonly field: string };
  readonly slices: readonly SlicingField[];
  /** The conditions of `where` and `unless`, in words: `split = test`; empty without them. */
  readonly filter: string;
  /** The mean size of the values of an item that models may see, in bytes: its inputs and expected values. */
  readonly mean_bytes: number;
}

/** Returns true if clusters are the units of a data set. In a claim about a file, single items are. */
export function isClustered({ claim, cluster }: Pick<Dataset, 'claim' | 'cluster'>): boolean {
  return claim === 'population' && cluster !== undefined;
}

/** A field whose values divide the items into slices. */
export interface SlicingField {
  readonly field: string;
  /** All values, the most frequent first. */
  readonly values: readonly SliceValue[];
  /** Absent for slices that are only reported. */
  readonly gate?: SliceGate;
}

/** One slice: the items with one value of a field. */
export interface SliceValue {
  readonly value: string;
  /** The number of kept items, of kept units, and the greatest number of units that are asked. */
  readonly kept: number;
  readonly kept_units: number;
  readonly units: number;
  /** True if the gate of the field does not apply to it, since `only` does not name it. Absent otherwise. */
  readonly reported?: true;
}

/** The claim of each slice of a field, and what the slices must do for the case to pass. */
export interface SliceGate {
  readonly criterion: CriterionSpec;
  /** `pass`: each slice must be shown to meet the claim. `not_fail`: none must be shown to miss it. */
  readonly must: 'pass' | 'not_fail';
}

/** The slice of items whose field is empty. */
export const noSliceValue = '(none)';

/** A value that an item gives: `{ field: NAME }` in a file. */
export interface FieldReference {
  readonly field: string;
}

/** The item and the draw that a trial asks. */
export interface Origin {
  /** The id of the item. */
  readonly item: string;
  /** The number of the answer to this item, from 0. */
  readonly draw: number;
  /** The value of each slice field. */
  readonly slices?: Readonly<Record<string, string>>;
  /** The value of the cluster field. */
  readonly cluster?: string;
}

export function sliceOf(origin: Origin | undefined, field: string): string {
  const { slices } = origin ?? {};
  return slices !== undefined && Object.hasOwn(slices, field) ? (slices[field] ?? noSliceValue) : noSliceValue;
}

/** The expected and the answered class of a trial; `answered` is null for none of the classes. */
export interface ClassAnswer {
  readonly expected: string;
  readonly answered: string | null;
}
