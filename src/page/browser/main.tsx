import { render } from 'preact';
import { type EmbeddedReplies, unpackedRows } from '../replies/embedded-rows.js';
import {
  type FoundRow,
  filterQuery,
  linkOf,
  linkTo,
  lowestScore,
  matcher,
  type Order,
  ordered,
  type ReplyFilter,
  type RowPage,
  type RowSource,
  rowsOnPage,
  searchedText,
} from '../replies/reply-filter.js';
import type { ReplyHead, ReplyRow } from '../replies/reply-row.js';
import { LiveClient } from './live-client.js';
import { PageClient } from './page-client.js';

const place = document.getElementById('reply-list');

const data = document.getElementById('reply-data');

const replies = place && data ? JSON.parse(data.textContent ?? '') : null;

if (place && replies) {
  const address = place.dataset['rows'];
  const source = address === undefined ? embeddedSource(replies) : servedSource(replies.head, address);
  place.replaceChildren();
  render(<PageClient source={source} />, place);
}

const live = document.getElementById('live');

const state = document.getElementById('live-data');

if (live && state) {
  const { events = '', report = '' } = live.dataset;
  live.replaceChildren();
  render(<LiveClient first={JSON.parse(state.textContent ?? '')} events={events} report={report} />, live);
}

const unfold = () => unfoldNamed(replies?.head ?? null);

unfold();

addEventListener('hashchange', unfold);

function servedSource(head: ReplyHead, address: string): RowSource {
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

/** Opens the folded parts around the element or the case that the address names, and the element itself. */
function unfoldNamed(head: ReplyHead | null): void {
  const fragment = decoded(location.hash.slice(1));
  const named = document.getElementById(fragment) ?? (head && elementOfCase(fragment, head));
  if (!named) return;
  for (let at: Element | null = named; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  named.scrollIntoView();
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Returns the element of the first case with a name. Its id is the key of the case, after that of its run if there are several. */
function elementOfCase(name: string, { cases, runs }: ReplyHead): HTMLElement | null {
  const own = cases.find((one) => one.name.raw === name);
  if (!own) return null;
  return document.getElementById(own.key) ?? document.getElementById(`${runs[own.run]?.key}-${own.key}`);
}

function embeddedSource({ head, packed }: EmbeddedReplies): RowSource {
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
