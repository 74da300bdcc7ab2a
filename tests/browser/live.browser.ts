import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { livePage } from '#page/live/live-page.js';
import type { LiveEvent, LiveState } from '#page/live/live-state.js';
import { text } from '#report/view/text.js';
import { newPage, useBrowser } from './open-page.js';

useBrowser();

const names = ['first', 'second <img src=x onerror=alert(1)>', ...Array.from({ length: 60 }, (_, at) => `case ${at}`)];

function stateOf(): LiveState {
  const cases = names.map((name) => ({
    name: text(name),
    planned: 20,
    done: 0,
    not_passed: 0,
    missing: 0,
    settled: null,
  }));
  return { cases, replies: 0, why_missing: null, latest: [], is_ended: false };
}

const event = (over: Partial<LiveEvent>): LiveEvent => ({
  cases: [],
  replies: 0,
  why_missing: null,
  latest: [],
  is_ended: false,
  ...over,
});

/** Serves the page of a run that goes on. Its events are those that the test sends. */
async function liveServer(t: TestContext) {
  let [opened, open] = [(_: ServerResponse) => {}, 0];
  const stream = new Promise<ServerResponse>((resolve) => {
    opened = resolve;
  });
  const server = createServer((request, response) => {
    if (request.url === '/run/x/events') {
      open += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      opened(response);
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end([...livePage({ title: text('diff'), address: '/run/x', state: stateOf() })].join(''));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (over: Partial<LiveEvent>) => (await stream).write(`data: ${JSON.stringify(event(over))}\n\n`);
  const { page, faults } = await newPage(t, { allowed: address });
  await page.goto(`${address}/run/x/live`);
  return { page, faults, send, opened: () => open };
}

const failed = { number: 0, case_index: 1, trial: 4, outcome: 'failed' as const, response: text('<b>no</b>') };

test('counts follow the run, each settled case is announced once, and the end leads to the report', async (t) => {
  const { page, faults, send, opened } = await liveServer(t);
  await send({ cases: [[0, { done: 3, not_passed: 1, missing: 0, settled: null }]], replies: 4 });
  await page.getByText('0 of 62 cases settled · 3 trials · 4 replies').waitFor();
  const status = page.getByRole('status');
  assert.equal((await status.innerText()).trim(), '');
  await page.evaluate(() => {
    const place = document.querySelector('[role=status]');
    const said: string[] = [];
    Object.assign(globalThis, { said });
    if (place)
      new MutationObserver(() => said.push(place.textContent ?? '')).observe(place, { childList: true, subtree: true });
  });
  await send({ cases: [[0, { done: 20, not_passed: 1, missing: 0, settled: 'passed' }]], replies: 21 });
  await page.getByText('1 of 62 cases settled').waitFor();
  await send({ cases: [[1, { done: 5, not_passed: 2, missing: 0, settled: null }]], replies: 30, latest: [failed] });
  await page.getByText('25 trials').waitFor();
  assert.deepEqual(await page.evaluate('said'), ['first: passed ']);
  assert.equal(await page.locator('img, b:not(.bar b)').count(), 0);
  await send({ cases: [], replies: 30, latest: [failed], is_ended: true });
  await page.getByRole('link', { name: 'open the report' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'open the report' }).getAttribute('href'), '/run/x');
  assert.match(await status.innerText(), /The run has ended/);
  assert.equal(opened(), 1);
  assert.deepEqual(faults, []);
});

test('nothing moves while the reader has scrolled or opened a trial, and a line says how many trials are new', async (t) => {
  const { page, send } = await liveServer(t);
  await send({ cases: [[1, { done: 5, not_passed: 1, missing: 0, settled: null }]], replies: 5, latest: [failed] });
  await page.getByText('5 trials').waitFor();
  await page.locator('details.latest summary').click();
  await page.evaluate(() => scrollTo(0, 0));
  const other = { ...failed, number: 1, trial: 9 };
  await send({
    cases: [[1, { done: 17, not_passed: 2, missing: 0, settled: null }]],
    replies: 17,
    latest: [other, failed],
  });
  const paused = page.getByRole('button', { name: 'paused, 12 new' });
  await paused.waitFor();
  assert.equal(await page.locator('details.latest').count(), 1);
  await paused.click();
  await page.getByText('17 trials').waitFor();
  assert.equal(await page.locator('details.latest').count(), 2);
  await page.locator('details.latest[open] summary').click();
  await page.evaluate(() => scrollTo(0, 200));
  await send({
    cases: [[1, { done: 18, not_passed: 2, missing: 0, settled: null }]],
    replies: 18,
    latest: [other, failed],
  });
  await page.getByRole('button', { name: 'paused, 1 new' }).waitFor();
  assert.equal(await page.getByText('17 trials').count(), 1);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByText('18 trials').waitFor();
  assert.equal(await paused.count(), 0);
});
