/** The options that select the part of a run that is shown in detail. */
export interface DetailOptions {
  readonly case?: readonly string[];
  readonly failed?: boolean;
  /** The number of the trial, from 1. */
  readonly trial?: number;
  readonly full?: boolean;
}

/** Returns true if any option requests replies. */
export function wantsDetail(options: DetailOptions): boolean {
  return (
    (options.case ?? []).length > 0 || options.failed === true || options.trial !== undefined || options.full === true
  );
}
