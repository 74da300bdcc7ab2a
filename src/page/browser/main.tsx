import { render } from 'preact';
import { embeddedSource } from './embedded-source.js';
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
const unfold = () => unfoldNamed(replies?.head ?? null);
unfold();
addEventListener('hashchange', unfold);
