import { render } from 'preact';
import { embeddedSource } from './embedded-source.js';
import { LiveClient } from './live-client.js';
import { PageClient } from './page-client.js';
import { servedSource } from './served-source.js';
import { unfoldNamed } from './unfold.js';

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
