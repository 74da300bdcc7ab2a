import { filterQuery } from '../replies/reply-filter.js';
import { linkTo } from '../replies/reply-link.js';
import type { ReplyHead } from '../replies/reply-row.js';
import type { FoundRow, RowPage, RowSource } from '../replies/row-source.js';

/** Returns the source of rows that the server of the page sends. */
export function servedSource(head: ReplyHead, address: string): RowSource {
  return {
    head,
    orders: ['file'],
    read: async (filter, from) => ask<RowPage>(`${address}?${filterQuery(filter, head)}&from=${from}`),
    find: async (link) => ask<FoundRow>(`${address}?find=${encodeURIComponent(linkTo(link))}`),
  };
}

async function ask<Answer>(address: string): Promise<Answer> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`eva answered ${response.status}`);
  return (await response.json()) as Answer;
}
