import type { Outcome } from './verdict.js';

/** What a case on a data set shows beside its verdicts. */
export interface DatasetResult {
  /** The units and items that the verdicts use. */
  readonly units: number;
  readonly items: number;
  /** The estimates for an average cluster and for an average item; null without clusters. */
  readonly estimates: { readonly clusters: number | null; readonly items: number | null } | null;
  readonly slices: readonly SliceFieldResult[];
  /** One entry for each expectation about classes. */
  readonly classes: readonly ClassesResult[];
}

/** The slices of one field. */
export interface SliceFieldResult {
  readonly field: string;
  /** null for slices that are only reported. */
  readonly must: 'pass' | 'not_fail' | null;
  /** The claim of each slice in words, and its bar: `85%`; null without a gate. */
  readonly claim: string | null;
  readonly bar: string | null;
  /** Whether the slices do what they must; null without a gate or before the case is settled. */
  readonly holds: boolean | null;
  /** The level of the bounds. */
  readonly significance_level: number;
  /** The values, the most frequent first. */
  readonly rows: readonly SliceRow[];
}

/** One slice. A number that does not exist, or is not valid after an early stop, is null. */
export interface SliceRow {
  readonly value: string;
  /** After Holm's correction; null if the slice is only reported. */
  readonly outcome: Outcome | null;
  /** The trials that pass, and all trials; `k` is null for claims that do not count passes. */
  readonly k: number | null;
  readonly trials: number;
  /** The units that it has, and the greatest number that may be asked. */
  readonly n: number;
  readonly of: number;
  readonly failed: number;
  readonly ungraded: number;
  readonly estimate: number | null;
  /** One-sided bounds. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly p_value: number | null;
  readonly fail_p: number | null;
  /** Holm's adjusted p-values over the gated slices of the field. */
  readonly adjusted: number | null;
  readonly fail_adjusted: number | null;
  /** True if it could not pass any more, so that the case stopped. Absent otherwise. */
  readonly ended_case?: true;
}

/** The classes of one expectation: counts and, for each class, recall, precision and F1. */
export interface ClassesResult {
  /** The index of the expectation in its case. */
  readonly expectation: number;
  readonly classes: readonly string[];
  /** Rows are expected classes; columns are answered ones, the last column none of them. */
  readonly matrix: readonly (readonly number[])[];
  /** The number of trials. */
  readonly n: number;
  readonly rows: readonly ClassRow[];
  /** The mean F1 of the classes and its lower bound; null before a valid one exists. */
  readonly macro_f1: number | null;
  readonly macro_f1_lower: number | null;
}

export interface ClassRow {
  readonly class: string;
  readonly recall: Share;
  readonly precision: Share;
  readonly f1: Share;
}

/** `hits` of `n` trials; for F1 the hits are true positives and `n` adds false positives and false negatives. */
export interface Share {
  readonly hits: number;
  readonly n: number;
  readonly estimate: number | null;
  /** One-sided bounds; null if none is valid. */
  readonly lower: number | null;
  readonly upper: number | null;
}
