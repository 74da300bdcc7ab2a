import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { LiveEvent } from '#page/live/live-state.js';
import { askServer } from '../support/ask-server.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { holdReply } from '../support/held-reply.js';
import { startEva, until } from '../support/interrupted-eva.js';
import { readEvents } from '../support/live-server.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults: { model: claude-x, stop_early: false }
cases:
  - { name: first, inputs: { code: first }, sample_size: 3, assert: [ { contains: good } ] }
  - { name: second, inputs: { code: second }, sample_size: 3, assert: [ { contains: good } ] }
`;

/** Starts a run whose second case is held back until `release`, and a server of its pages. */
async function runningEval(t: TestContext) {
  const held = holdReply();
  const isSecond = (body: object) => JSON.stringify(body).includes('Change second');
  const api = await startFakeMessagesApi({
    answer: (body) => (isSecond(body) ? 'bad <img src=x>' : 'good'),
    faults: (_, { body }) => (isSecond(body) ? held.fault : null),
  });
  t.after(() => api.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
  const run = startEva(['eval', 'diff', '--trust'], root, api.url);
  t.after(() => run.child.kill('SIGKILL'));
  const runs = join(root, '.eva/runs');
  await until(
    () => existsSync(runs) && readdirSync(runs).some((one) => existsSync(join(runs, one, 'journal.jsonl'))),
    run,
  );
  const [run_id = ''] = readdirSync(runs);
  const view = startEva(['view'], root, 'http://127.0.0.1:9', { HOME: tempLibrary(t, {}) });
  t.after(() => view.child.kill('SIGKILL'));
  await until(() => /\?token=\S+\n/.test(view.stdout()), view);
  const address = new URL(view.stdout().trim());
  const port = Number(address.port);
  const entered = await askServer(port, `/${address.search}`);
  const [cookie = ''] = (entered.headers['set-cookie']?.[0] ?? '').split(';');
  const ask = (path: string) => askServer(port, path, { headers: { cookie } });
  return { run, run_id, port, cookie, ask, release: held.release };
}

const settledIn =
  (index: number) =>
  ({ cases }: LiveEvent) =>
    cases.some(([at, { settled }]) => at === index && settled !== null);

test('eva view follows a run of another process until it has ended', async (t) => {
  const { run_id, port, cookie, ask, release } = await runningEval(t);
  assert.match((await ask('/')).body, new RegExp(`href="/run/${run_id}/live"`));
  assert.match((await ask(`/run/${run_id}`)).body, new RegExp(`href="/run/${run_id}/live"`));
  const page = await ask(`/run/${run_id}/live`);
  assert.equal(page.status, 200);
  assert.match(page.body, new RegExp(`data-events="/run/${run_id}/events"`));
  assert.equal((await askServer(port, `/run/${run_id}/events`)).status, 403);
  const stream = readEvents(port, `/run/${run_id}/events`, cookie);
  t.after(() => stream.stop());
  const first = await stream.next(settledIn(0));
  assert.deepEqual(first.cases.find(([at]) => at === 0)?.[1], {
    done: 3,
    not_passed: 0,
    missing: 0,
    settled: 'passed',
  });
  assert.equal(first.is_ended, false);
  assert.ok(first.replies >= 3);
  release();
  const second = await stream.next(settledIn(1));
  assert.deepEqual(second.cases.find(([at]) => at === 1)?.[1], {
    done: 3,
    not_passed: 3,
    missing: 0,
    settled: 'failed',
  });
  assert.deepEqual(
    second.latest.map(({ case_index, outcome, response }) => [case_index, outcome, response.raw]),
    Array.from({ length: 3 }, () => [1, 'failed', 'bad <img src=x>']),
  );
  const last = await stream.next(({ is_ended }) => is_ended);
  assert.equal(last, stream.events.at(-1));
  assert.equal(last.replies, 6);
  assert.ok(!(await ask('/')).body.includes(`/run/${run_id}/live`));
});
