import type { Order, ReplyFilter } from './reply-filter.js';
import type { ReplyLink } from './reply-link.js';
import type { ReplyHead, ReplyRow } from './reply-row.js';

export const rowsOnPage = 50;

/**
 * One page of the list, also as the answer of a server to `GET <address>?<filterQuery>&from=<place>`. A place is opaque: the number of a
 * row, or a byte offset in `trials.jsonl`. The first page begins at 0.
 */
export interface RowPage {
  readonly rows: readonly ReplyRow[];
  /** The place of the next page; null if this is the last one. */
  readonly next: number | null;
  /** The number of all rows that fit, and that of the first on this page from 0; absent if counting them would take too long. */
  readonly total?: number;
  readonly first?: number;
}

/** The answer of a server to `GET <address>?find=<linkTo(link)>`: the place of the page of all replies that has the row; null if no row has this link. */
export interface FoundRow {
  readonly from: number | null;
}

/** Where the list gets its rows. */
export interface RowSource {
  readonly head: ReplyHead;
  /** The orders that it offers. */
  readonly orders: readonly Order[];
  readonly read: (filter: ReplyFilter, from: number) => Promise<RowPage>;
  readonly find: (link: ReplyLink) => Promise<FoundRow>;
}
