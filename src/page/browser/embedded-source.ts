import type { EmbeddedReplies } from '../replies/embedded-rows.js';
import { unpackedRows } from '../replies/packing.js';
import { lowestScore, matcher, type Order, ordered, type ReplyFilter, searchedText } from '../replies/reply-filter.js';
import { linkOf, linkTo } from '../replies/reply-link.js';
import type { ReplyRow } from '../replies/reply-row.js';
import { type RowSource, rowsOnPage } from '../replies/row-source.js';

/** Returns the source of rows that are in the page. */
export function embeddedSource({ head, packed }: EmbeddedReplies): RowSource {
  const rows = unpackedRows(packed);
  const searched = new Map<ReplyRow, string>();
  const textOf = (row: ReplyRow) => {
    const text = searched.get(row) ?? searchedText(row, head);
    searched.set(row, text);
    return text;
  };
  let last: { readonly key: string; readonly fitting: readonly ReplyRow[] } | null = null;
  const fitting = (filter: ReplyFilter) => {
    const key = JSON.stringify(filter);
    if (last?.key !== key) {
      const fits = matcher(filter, head);
      const isSearch = filter.text.trim() !== '';
      const found = rows.filter((row) => fits(row, isSearch ? textOf(row) : ''));
      last = { key, fitting: ordered(found, filter.order) };
    }
    return last.fitting;
  };
  return {
    head,
    orders: ordersOf(rows),
    read: async (filter, from) => {
      const all = fitting(filter);
      const end = from + rowsOnPage;
      return { rows: all.slice(from, end), next: end < all.length ? end : null, total: all.length, first: from };
    },
    find: async (link) => {
      const index = rows.findIndex((row) => linkTo(linkOf(row, head)) === linkTo(link));
      return { from: index === -1 ? null : index - (index % rowsOnPage) };
    },
  };
}

function ordersOf(rows: readonly ReplyRow[]): readonly Order[] {
  return [
    'file',
    ...(rows.some(({ latency_s }) => latency_s !== null) ? (['latency'] as const) : []),
    ...(rows.some((row) => lowestScore(row) !== null) ? (['score'] as const) : []),
  ];
}
