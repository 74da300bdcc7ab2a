import { render } from 'preact';
import { filterQuery } from '../replies/reply-filter.js';
import { linkTo } from '../replies/reply-link.js';
import type { ReplyHead } from '../replies/reply-row.js';
import type { FoundRow, RowPage, RowSource } from '../replies/row-source.js';
import { embeddedSource } from './embedded-source.js';
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

/** Returns the source of rows that the server of the page sends. */
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
