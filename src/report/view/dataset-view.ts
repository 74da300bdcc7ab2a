import type { Dataset } from '#model/dataset.js';
import type { Outcome } from '#model/run/verdict.js';
import type { NamedText, Text } from './text.js';

/** The data set of a case, and its results beside the claims: slices, classes, estimates. */
export interface DatasetView
  extends Pick<
    Dataset,
    'sha256' | 'digest' | 'items' | 'kept' | 'asked' | 'kept_units' | 'units' | 'draws' | 'claim' | 'seed'
  > {
  readonly file: Text;
  /** The conditions of `where` and `unless`; null without them. */
  readonly filter: Text | null;
  readonly cluster: { readonly field: Text } | null;
  /** The items and units that the claims use; null before the case is settled. */
  readonly used: { readonly items: number; readonly units: number } | null;
  /** The estimates for an average cluster and for an average item; null without clusters. */
  readonly estimates: { readonly clusters: number | null; readonly items: number | null } | null;
  readonly slices: readonly SliceFieldView[];
  readonly classes: readonly ClassesView[];
  /** The number of prompt versions that were decided on these items; null if it is not known. */
  readonly version: DatasetVersion | null;
  /** Commands that show items of a failed slice, or of the most frequent confusion. */
  readonly next: readonly DatasetNext[];
}

/** The number of this version of a prompt among those decided on the same items. */
export interface DatasetVersion {
  readonly number: number;
  /** The significance level of the best of so many versions; null if no test decides. */
  readonly level: number | null;
}

export interface SliceFieldView {
  readonly field: Text;
  /** null for slices that are only reported. */
  readonly must: 'pass' | 'not_fail' | null;
  /** The word for items that pass. */
  readonly past: 'right' | 'passed';
  readonly claim: Text | null;
  /** The bar in words, and as a number if it is a share. */
  readonly bar: Text | null;
  readonly bar_share: number | null;
  readonly holds: boolean | null;
  readonly significance_level: number;
  readonly rows: readonly SliceView[];
}

/** One slice. A number that does not exist, or is not valid after an early stop, is null. */
export interface SliceView {
  readonly value: Text;
  /** After the correction for all slices of the field; null if the slice is only reported. */
  readonly outcome: Outcome | null;
  readonly k: number | null;
  readonly trials: number;
  readonly n: number;
  readonly of: number;
  readonly failed: number;
  readonly ungraded: number;
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** True if it could not pass any more, so that the case stopped. Absent otherwise. */
  readonly ended_case?: true;
}

export interface ClassesView {
  readonly expectation: number;
  readonly classes: readonly Text[];
  /** Rows are expected classes; columns are answered ones, the last column none of them. */
  readonly matrix: readonly (readonly number[])[];
  readonly n: number;
  readonly rows: readonly ClassView[];
  readonly macro_f1: number | null;
  readonly macro_f1_lower: number | null;
  /** Wrong answers by expected and answered class, the most frequent first. */
  readonly confusions: readonly ConfusionView[];
}

export interface ClassView {
  readonly class: Text;
  readonly recall: ShareView;
  readonly precision: ShareView;
  readonly f1: ShareView;
}

/** A share with its one-sided bounds, which are null if none is valid. */
export interface ShareView {
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface ConfusionView {
  readonly expected: Text;
  /** null for none of the classes. */
  readonly answered: Text | null;
  readonly times: number;
  /** The number of items that expect the class. */
  readonly of: number;
}

/** A command that shows the failing items of a slice, or of a class if `field` is null. */
export interface DatasetNext {
  readonly field: Text | null;
  readonly value: Text;
  /** The number of failing answers; null if it is not known. */
  readonly failing: number | null;
  readonly command: Text;
}

/** The item that a trial asked. */
export interface ItemView {
  readonly id: Text;
  /** The number of the answer to this item, from 0. */
  readonly draw: number;
  /** The values of the slice fields. */
  readonly slices: readonly NamedText[];
  /** The inputs that the item fills, read from the message; the whole message if they cannot be told apart; empty for conversations. */
  readonly inputs: readonly NamedText[];
  readonly classes: readonly ClassAnswerView[];
  /** The value that the case's only comparison with a field expects; null without one, with several, or if the value is long. */
  readonly expected: Text | null;
}

/** The expected and the answered class of a trial; `answered` is null for none of the classes. */
export interface ClassAnswerView {
  readonly expectation: number;
  readonly expected: Text;
  readonly answered: Text | null;
}
