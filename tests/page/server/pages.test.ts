import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { sampleCase, sampleResult } from '../../report/run-sample.js';
import { hostileTexts } from '../../support/hostile-texts.js';
import { storeRuns } from '../../support/reported-runs.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { servedPages } from '../../support/served-pages.js';
import { tempLibrary } from '../../support/temp-library.js';

const held = { about: 'contains: "x"', holds: true, reason: 'found' };

const missed = { ...held, holds: false, reason: 'not found' };

const run_id = '20260110T120000Z-aaaaaa';

async function library(t: TestContext, reply = 'an answer') {
  const root = tempLibrary(t, {});
  const cases = [
    sampleResult('happy', false, [
      { findings: [held], reply },
      { findings: [missed], reply },
    ]),
  ];
  const result = resultOf({ run_id, all_passed: false, passed: 0, failed_cases: ['happy'], cases });
  await storeRuns(root, [{ plan: planOf({ cases: [sampleCase('happy', 3, 2)] }), result }]);
  return { root, ask: servedPages(root) };
}

test('the first page lists the runs, and each has a page and its replies', async (t) => {
  const { ask } = await library(t);
  const list = await ask('/');
  assert.equal(list.status, 200);
  assert.match(list.body, new RegExp(`href="/run/${run_id}"`));
  const page = await ask(`/run/${run_id}`);
  assert.equal(page.status, 200);
  assert.match(page.body, new RegExp(`data-rows="/run/${run_id}/replies"`));
  assert.match(page.body, /connect-src 'self'/);
  const replies = await ask(`/run/${run_id}/replies?from=0`);
  const { rows, next, total } = JSON.parse(replies.body);
  assert.deepEqual([rows.length, rows[0].trial, next, total], [1, 1, null, 1]);
});

test('the list of runs has filters', async (t) => {
  const { ask } = await library(t);
  const isListed = async (address: string) => (await ask(address)).body.includes(`/run/${run_id}"`);
  assert.equal(await isListed('/?prompt=diff'), true);
  assert.equal(await isListed('/?prompt=other'), false);
  assert.equal(await isListed('/?outcome=failed'), true);
  assert.equal(await isListed('/?outcome=passed'), false);
});

test('two ticked runs are compared, and any other number of them leads back to the list', async (t) => {
  const root = tempLibrary(t, {});
  const ask = servedPages(root);
  const later = '20260110T130000Z-bbbbbb';
  const cases = [
    sampleResult(
      'happy',
      true,
      Array.from({ length: 60 }, () => ({ findings: [held] })),
    ),
  ];
  const plan = planOf({ cases: [sampleCase('happy', 3, 60)] });
  const replies = { model: 60, recorded: 0, synthetic: 0 };
  await storeRuns(
    root,
    [run_id, later].map((name) => ({ plan, result: resultOf({ run_id: name, replies, cases }) })),
  );
  const page = await ask(`/compare?run=${later}&run=${run_id}`);
  assert.deepEqual([page.status, page.faults], [200, []], page.body.slice(-2000));
  assert.match(page.body, /<h1/);
  for (const query of ['', `run=${run_id}`, `run=${run_id}&run=${run_id}`, `run=${run_id}&run=../x`]) {
    const { body } = await ask(`/compare?${query}`);
    assert.match(body, /Tick two runs/, query);
  }
});

test('only names of runs lead to a page, wherever an address points', async (t) => {
  const { root, ask } = await library(t);
  mkdirSync(join(root, 'secret'));
  writeFileSync(join(root, 'secret/plan.json'), '{}');
  symlinkSync(join(root, 'secret'), join(root, '.eva/runs/linked'));
  writeFileSync(join(root, '.eva/runs/file'), 'text');
  const addresses = [
    '/run/',
    '/run/../run/..%2f',
    '/run/..%2f..%2fsecret',
    '/run/%2fetc%2fpasswd',
    `/run/${run_id}%00`,
    `/run/${run_id}/..%2f..`,
    '/run/linked',
    '/run/file',
    '/run/%ff',
    '/run/%',
    `/run/${run_id}/plan.json`,
    `/run/${run_id}/replies/more`,
    '/.eva/runs',
    '/favicon.ico',
  ];
  for (const address of addresses) {
    const { status, faults } = await ask(address);
    assert.deepEqual([status, faults], [404, []], address);
  }
});

test('a damaged run has a page that says so, and the others go on', async (t) => {
  const { root, ask } = await library(t);
  const damages: Readonly<Record<string, readonly string[]>> = {
    empty: [],
    'no plan': ['result.json'],
    'plan is no JSON': ['plan.json'],
    '<script>alert(1)</script>': ['plan.json'],
  };
  for (const [name, files] of Object.entries(damages)) {
    mkdirSync(join(root, '.eva/runs', name.replaceAll('/', '-')));
    for (const file of files) writeFileSync(join(root, '.eva/runs', name.replaceAll('/', '-'), file), '{"a":');
    const page = await ask(`/run/${encodeURIComponent(name.replaceAll('/', '-'))}`);
    assert.deepEqual([page.status, page.faults], [500, []], name);
    assert.ok(!page.body.includes('<script>alert'), name);
  }
  symlinkSync('/dev/zero', join(root, '.eva/runs/empty/plan.json'));
  assert.equal((await ask('/run/empty')).status, 500);
  const list = await ask('/');
  assert.equal(list.status, 200);
  assert.ok(!list.body.includes('<script>'));
  assert.equal((await ask(`/run/${run_id}`)).status, 200);
});

test('texts of replies and addresses are never markup', async (t) => {
  const texts = hostileTexts.map(({ text }) => text);
  const { ask } = await library(t, texts.join('\n'));
  const elementsOf = (body: string) =>
    [...body.matchAll(/<([a-z0-9]+)/gi)].flatMap(([, name = '']) => (['span', 'mark'].includes(name) ? [] : [name]));
  const page = await ask(`/run/${run_id}`);
  const plain = await (await library(t)).ask(`/run/${run_id}`);
  assert.deepEqual(elementsOf(page.body), elementsOf(plain.body));
  const list = await ask('/');
  for (const text of texts) {
    const query = new URLSearchParams({ prompt: text, outcome: text });
    const filtered = await ask(`/?${query}`);
    assert.equal(filtered.status, 200);
    const unknown = elementsOf(filtered.body).filter((name) => !elementsOf(list.body).includes(name));
    assert.deepEqual(unknown, [], text);
  }
});
