/** The options that select the part of a run that is shown in detail. */
export interface DetailOptions {
  readonly case?: readonly string[];
  readonly failed?: boolean;
  /** The number of the trial, from 1. */
  readonly trial?: number;
  readonly full?: boolean;
  /** Items of a data set whose answers differ in their outcome. */
  readonly flaky?: boolean;
  /** Items that passed too. */
  readonly all?: boolean;
  /** `FIELD=VALUE`: only items of this slice. */
  readonly slice?: readonly string[];
  /** The ids of items. */
  readonly item?: readonly string[];
  /** The path of a CSV file for the chosen trials. */
  readonly out?: string;
  /** The result is printed above: without its verdict, and without a pager. */
  readonly isBelowResult?: boolean;
}

/** Returns true if any option requests replies. */
export function wantsDetail(options: DetailOptions): boolean {
  const { failed, trial, full, all, out } = options;
  return (options.case ?? []).length > 0 || failed || trial !== undefined || full || all || out !== undefined
    ? true
    : wantsItems(options);
}

/** Returns true if an option selects items of a data set. */
export function wantsItems({ flaky, slice = [], item = [] }: DetailOptions): boolean {
  return flaky === true || slice.length > 0 || item.length > 0;
}
