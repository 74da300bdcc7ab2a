/** What of a run is shown in detail. */
export interface DetailOptions {
  readonly case?: readonly string[];
  readonly failed?: boolean;
  /** Counted from 1. */
  readonly trial?: number;
  readonly full?: boolean;
}

/** True if any of the options asks for replies. */
export function wantsDetail(options: DetailOptions): boolean {
  return (
    (options.case ?? []).length > 0 || options.failed === true || options.trial !== undefined || options.full === true
  );
}
