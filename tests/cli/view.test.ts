import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { askServer } from '../support/ask-server.js';
import { type RunningEva, startEva, until } from '../support/interrupted-eva.js';
import { storeRuns } from '../support/reported-runs.js';
import { runEva } from '../support/run-eva.js';
import { planOf, resultOf } from '../support/run-files.js';
import { tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';

const run_id = '20260110T120000Z-aaaaaa';

async function library(t: TestContext): Promise<string> {
  const root = tempLibrary(t, {});
  await storeRuns(root, [{ plan: planOf(), result: resultOf({ run_id }) }]);
  return root;
}

/** Starts `eva view` and waits for its address. */
async function startView(t: TestContext, root: string, ...words: string[]): Promise<RunningEva & { address: URL }> {
  const eva = startEva(['view', ...words], root, 'http://127.0.0.1:9', { HOME: tempLibrary(t, {}) });
  t.after(() => eva.child.kill('SIGKILL'));
  await until(() => /\?token=\S+\n/.test(eva.stdout()), eva);
  return { ...eva, address: new URL(eva.stdout().trim()) };
}

test('eva view prints an address that opens a run, and ends with Ctrl-C without writing a file', async (t) => {
  const root = await library(t);
  const before = treeHash(root);
  const { address, end } = await startView(t, root, 'aaaaaa');
  assert.equal(address.pathname, `/run/${run_id}`);
  const port = Number(address.port);
  const entered = await askServer(port, `${address.pathname}${address.search}`);
  assert.deepEqual([entered.status, entered.headers.location], [303, address.pathname]);
  const [cookie = ''] = (entered.headers['set-cookie']?.[0] ?? '').split(';');
  const page = await askServer(port, address.pathname, { headers: { cookie } });
  assert.equal(page.status, 200);
  assert.match(page.body, /<script type="application\/json" id="reply-data">/);
  const list = await askServer(port, '/', { headers: { cookie } });
  assert.ok(list.body.includes(`/run/${run_id}`));
  assert.equal((await askServer(port, '/')).status, 403);
  const { exitCode } = await end('SIGINT');
  assert.equal(exitCode, 130);
  assert.equal(treeHash(root), before);
  assert.deepEqual(readdirSync(join(root, '.eva/runs')), [run_id]);
});

test('each start has another token', async (t) => {
  const root = await library(t);
  const [one, other] = [await startView(t, root), await startView(t, root)];
  assert.notEqual(one.address.search, other.address.search);
  assert.ok(one.address.search.length > 30);
});

test('a taken port and an unknown run end it with 2', async (t) => {
  const root = await library(t);
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const taken = await runEva(['view', '--port', String(port)], { cwd: root });
  assert.equal(taken.exitCode, 2);
  assert.match(taken.stderr, /EVA_USAGE/);
  const unknown = await runEva(['view', 'no-such-run'], { cwd: root });
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.stderr, /EVA_UNKNOWN_RUN/);
});
