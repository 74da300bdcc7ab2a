import { render } from 'preact';
import { embeddedSource } from './embedded-source.js';
import { PageClient } from './page-client.js';
import { servedSource } from './served-source.js';
import { unfoldNamed } from './unfold.js';

const place = document.getElementById('reply-list');
const data = document.getElementById('reply-data');
if (place && data) {
  const replies = JSON.parse(data.textContent ?? '');
  const address = place.dataset['rows'];
  const source = address === undefined ? embeddedSource(replies) : servedSource(replies.head, address);
  place.replaceChildren();
  render(<PageClient source={source} />, place);
}
unfoldNamed();
addEventListener('hashchange', unfoldNamed);
