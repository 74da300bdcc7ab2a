import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import type { RunPlan } from '#model/run/run.js';
import { allNotPassed, type ReplyFilter } from '#page/replies/reply-filter.js';
import { findReply, replyPage } from '#page/server/reply-pages.js';
import { openServedRun } from '#page/server/served-run.js';
import { sampleCase, sampleResult } from '../../report/run-sample.js';
import { storeRuns } from '../../support/reported-runs.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { tempLibrary } from '../../support/temp-library.js';

const held = { about: 'contains: "x"', holds: true, reason: 'found' };

const missed = { ...held, holds: false, reason: 'not found' };

const run_id = '20260110T120000Z-aaaaaa';

const { signal } = new AbortController();

/** A run with two cases of 120 trials, of which every third did not pass, and with one missing trial. */
async function opened(t: TestContext, change: (dir: string) => void = () => {}) {
  const root = tempLibrary(t, {});
  const names = ['first', 'second'];
  const cases = names.map((name) =>
    sampleResult(
      name,
      null,
      Array.from({ length: 120 }, (_, index) => ({
        findings: index % 3 === 0 ? [missed] : [held],
        reply: `${name} answer ${index}`,
        ...(name === 'second' && index === 3 && { outcome: { outcome: 'missing', reason: 'it was busy' } as const }),
      })),
    ),
  );
  const plan: RunPlan = planOf({ cases: names.map((name, line) => sampleCase(name, line, 120)) });
  await storeRuns(root, [{ plan, result: resultOf({ run_id, state: 'unfinished', cases, missing_cases: names }) }]);
  change(join(root, '.eva/runs', run_id));
  const run = openServedRun({ root, place: {} }, run_id);
  t.after(() => run.close());
  return run;
}

async function rowsOf(t: TestContext, filter: Partial<ReplyFilter>, from = 0) {
  const page = await replyPage(await opened(t), { ...allNotPassed, ...filter }, from, signal);
  const texts = page.rows.map(({ turns, trial }) => turns[0]?.response.raw ?? `missing ${trial}`);
  return { ...page, texts };
}

test('a page has the rows that fit, in the order of cases and trials, and names the place of the next one', async (t) => {
  const first = await rowsOf(t, {});
  assert.deepEqual([first.rows.length, first.total, first.first], [50, 80, 0]);
  assert.deepEqual(first.texts.slice(0, 3), ['first answer 0', 'first answer 3', 'first answer 6']);
  const second = await rowsOf(t, {}, first.next ?? -1);
  assert.deepEqual([second.rows.length, second.total, second.first, second.next], [30, 80, 50, null]);
  assert.equal(new Set([...first.texts, ...second.texts]).size, 80);
  const missing = [...first.rows, ...second.rows].filter(({ outcome }) => outcome === 'missing');
  assert.deepEqual(
    missing.map(({ trial }) => trial),
    [3],
  );
});

test('filters select rows by case, outcome and text', async (t) => {
  const ofCase = await rowsOf(t, { case: 'second', outcome: 'all' });
  assert.deepEqual([ofCase.texts[0], ofCase.total], ['second answer 0', 120]);
  const passed = await rowsOf(t, { outcome: 'passed' });
  assert.deepEqual([passed.texts[0], passed.total], ['first answer 1', 160]);
  const found = await rowsOf(t, { outcome: 'all', text: 'ANSWER 119' });
  assert.deepEqual(
    [found.texts, found.total, found.next],
    [['first answer 119', 'second answer 119'], undefined, null],
  );
  assert.deepEqual((await rowsOf(t, { case: 'third' })).rows, []);
});

test('a place beyond the end has no rows', async (t) => {
  const { rows, next } = await rowsOf(t, {}, 1_000_000);
  assert.deepEqual([rows, next], [[], null]);
});

test('a link leads to the page of all replies that has its reply', async (t) => {
  const run = await opened(t);
  assert.deepEqual(findReply(run, { run: '', case: 'second', reply: '8' }), { from: 100 });
  assert.deepEqual(findReply(run, { run: '', case: 'second', reply: '121' }), { from: null });
  assert.deepEqual(findReply(run, { run: '', case: 'third', reply: '1' }), { from: null });
});

test('replies whose file is gone are those of the result', async (t) => {
  const run = await opened(t, (dir) => rmSync(join(dir, 'trials.jsonl')));
  const { rows } = await replyPage(run, allNotPassed, 0, signal);
  assert.equal(rows[0]?.turns[0]?.response.raw, 'first answer 0');
});

test('reading ends once nobody waits for it', async (t) => {
  const { rows, next } = await replyPage(await opened(t), allNotPassed, 0, AbortSignal.abort());
  assert.deepEqual([rows, next], [[], null]);
});
