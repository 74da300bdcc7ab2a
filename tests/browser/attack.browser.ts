import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openPages } from '#page/server/pages.js';
import { openServer } from '#page/server/server.js';
import { storeRuns } from '../support/reported-runs.js';
import { planOf, resultOf } from '../support/run-files.js';
import { tempLibrary } from '../support/temp-library.js';
import { newPage, useBrowser } from './open-page.js';

useBrowser();

const run_id = '20260110T120000Z-aaaaaa';
const token = 'the-token-of-the-first-address';

/** Serves a library with one run. Notes the paths that were answered to somebody who was let in. */
async function servedLibrary(t: TestContext) {
  const root = tempLibrary(t, { 'secret.txt': 'a secret of the library' });
  await storeRuns(root, [{ plan: planOf(), result: resultOf({ run_id }) }]);
  const sleep = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal });
  const pages = openPages({ root, place: {}, now: () => new Date(), sleep, onFault: () => {} });
  const answered: string[] = [];
  const end = new AbortController();
  const server = await openServer({
    pageOf: pages.pageOf,
    answer: (request) => {
      answered.push(request.path);
      return pages.answer(request);
    },
    port: 0,
    token,
    session: 'the-secret-of-the-cookie',
    clock: { now: () => performance.now(), sleep },
    signal: end.signal,
  });
  t.after(async () => {
    end.abort();
    await server.ended;
  });
  return { port: server.port, address: `http://127.0.0.1:${server.port}`, answered };
}

/** Serves an empty page from another port of this machine: another origin, but the same site. Returns its port. */
async function otherOrigin(t: TestContext): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>other</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('a browser that was let in reads runs, and no address leads out of them', async (t) => {
  const { address } = await servedLibrary(t);
  const { page, faults } = await newPage(t, { allowed: address });
  const entered = await page.goto(`${address}/?token=${token}`);
  assert.deepEqual([entered?.status(), page.url()], [200, `${address}/`]);
  assert.equal((await page.goto(`${address}/run/${run_id}`))?.status(), 200);
  const wayOut = [
    '..%2f..%2f..%2fsecret.txt',
    '%2e%2e%2fsecret.txt',
    `${run_id}%2f..%2f..%2f..%2fsecret.txt`,
    '..%5csecret.txt',
  ];
  for (const name of wayOut) {
    for (const part of ['', '/replies', '/live', '/events']) {
      const answer = await page.goto(`${address}/run/${name}${part}`);
      assert.equal(answer?.status(), 404, name);
      assert.ok(!(await page.content()).includes('a secret'), name);
    }
  }
  assert.deepEqual(
    faults.filter((one) => !one.includes('404')),
    [],
  );
});

test('a browser without the cookie, or under another name of the machine, gets nothing', async (t) => {
  const { port, address, answered } = await servedLibrary(t);
  const { page } = await newPage(t, { allowed: 'http://' });
  for (const path of ['/', `/run/${run_id}`, `/run/${run_id}/events`, '/?token=guessed']) {
    assert.equal((await page.goto(`${address}${path}`))?.status(), 403, path);
  }
  // The name of a foreign site that was pointed at this machine.
  assert.equal((await page.goto(`http://foreign.example:${port}/?token=${token}`))?.status(), 421);
  assert.deepEqual(answered, []);
});

test('pages of other origins get nothing through a browser that was let in', async (t) => {
  const { address, answered } = await servedLibrary(t);
  const other = await otherOrigin(t);
  const { page } = await newPage(t, { allowed: 'http://' });
  await page.goto(`${address}/?token=${token}`);
  assert.deepEqual(answered.splice(0), ['/']);
  for (const host of ['127.0.0.1', 'localhost', 'foreign.example']) {
    await page.goto(`http://${host}:${other}/`);
    const read = await page.evaluate(attack, `${address}/run/${run_id}`);
    assert.deepEqual(read, [], host);
    assert.deepEqual(answered, [], host);
  }
});

/** Tries, in the browser, everything with which a page loads from another origin. Returns what it could read. */
async function attack(target: string): Promise<readonly string[]> {
  const read: string[] = [];
  const ends = (element: HTMLElement) =>
    new Promise((resolve) => {
      element.onload = element.onerror = resolve;
      document.body.append(element);
    });
  for (const credentials of ['include', 'omit'] as const) {
    for (const mode of ['cors', 'no-cors'] as const) {
      const text = await fetch(`${target}/replies`, { mode, credentials }).then(
        (answer) => answer.text(),
        () => '',
      );
      if (text !== '') read.push(`fetch ${mode} ${credentials}`);
    }
  }
  const frame = Object.assign(document.createElement('iframe'), { src: target });
  await ends(frame);
  try {
    if (frame.contentDocument?.body.textContent) read.push('frame');
  } catch {}
  await ends(Object.assign(document.createElement('script'), { src: `${target}/replies` }));
  await ends(Object.assign(document.createElement('img'), { src: target }));
  await new Promise((resolve) => {
    const source = new EventSource(`${target}/events`, { withCredentials: true });
    source.onmessage = () => read.push('events');
    source.onerror = () => {
      source.close();
      resolve(null);
    };
  });
  return read;
}
