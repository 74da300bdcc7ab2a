import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

/** Is busy for a while with each request, and counts them. */
const busy = `export function open() {
  let requests = 0;
  return {
    answer() {
      requests += 1;
      for (const end = performance.now() + 100; performance.now() < end; );
      return { body: '{}' };
    },
    report: () => ({ requests }),
  };
}`;

const request = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}';

test('a report counts what clients sent that are gone, also where the server has not come to read it', async (t) => {
  const { startServer } = await import(pathToFileURL(resolve('bench/harness/messages-api.js')).href);
  const server = await startServer(`data:text/javascript,${encodeURIComponent(busy)}`);
  t.after(() => server.stop());
  const clients = Array.from({ length: 5 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  await Promise.all(clients.map((client) => new Promise((sent) => client.write(request, sent))));
  for (const client of clients) client.destroy();
  assert.deepEqual(await server.report(), { requests: 5 });
});
