import assert from 'node:assert/strict';
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { compareRowOf } from '#model/pairs/compare-row.js';
import type { CompareFacts } from '#model/pairs/compare-rule.js';
import { appendCompareRow } from '#store/logs/compare-log.js';
import { readComparison, writeComparison } from '#store/run/comparison-file.js';
import { runDirOf } from '#store/run/run-names.js';
import { casePairs, comparison, sideA, sideB, withOutcome } from '../../report/compare/sample-comparisons.js';
import { sampleCase, sampleResult } from '../../report/run-sample.js';
import { type RunToStore, storeRuns } from '../../support/reported-runs.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { servedPages } from '../../support/served-pages.js';
import { tempLibrary } from '../../support/temp-library.js';

const a = '20260110T120000Z-aaaaaa';

const b = '20260110T130000Z-bbbbbb';

const held = { about: 'contains: "x"', holds: true, reason: 'found' };

function runOf(run_id: string, trials: number, plan: Parameters<typeof planOf>[0] = {}): RunToStore {
  const answers = Array.from({ length: trials }, () => ({ findings: [held], reply: `answer of ${run_id}` }));
  const replies = { model: trials, recorded: 0, synthetic: 0 };
  const part = { run_id, ...(plan.id && { id: plan.id }), replies, cases: [sampleResult('happy', true, answers)] };
  const result = resultOf(plan.evidence ? { ...part, evidence: { ...resultOf().evidence, ...plan.evidence } } : part);
  return { plan: planOf({ cases: [sampleCase('happy', 3, trials)], ...plan }), result };
}

/** A library with both runs of a comparison that found B worse. */
async function compared(t: TestContext) {
  const root = tempLibrary(t, {});
  const shared = {
    comparison: 'c1',
    against: 'main',
    margin: 0.05,
    alpha: 0.05,
    from_run: null,
    command: 'eva compare diff main',
  };
  const factsOf = (side: 'a' | 'b'): CompareFacts => ({ ...(side === 'a' ? sideA : sideB), ...shared, side });
  const sideOf = (run_id: string, side: 'a' | 'b'): RunToStore => {
    const { plan, result } = runOf(run_id, 2, { compare: factsOf(side) });
    return { plan, result: result && { ...result, compare: factsOf(side) } };
  };
  await storeRuns(root, [sideOf(a, 'a'), sideOf(b, 'b')]);
  const sides = { a: { ...sideA, run_id: a }, b: { ...sideB, run_id: b } };
  writeComparison(
    runDirOf(root, b),
    comparison([casePairs('happy', { ...withOutcome('worse'), trials: 2 })], { ...sides, outcome: 'worse' }),
  );
  return { root, ask: servedPages(root) };
}

test('the row of a finished comparison leads to its page, which leads to all runs', async (t) => {
  const { root, ask } = await compared(t);
  const list = await ask('/');
  assert.match(list.body, /worse than main/);
  assert.ok(list.body.includes(`href="/run/${b}/comparison"`), list.body);
  assert.ok(!list.body.includes(`href="/run/${b}"`));
  for (const hasA of [true, false]) {
    if (!hasA) rmSync(runDirOf(root, a), { recursive: true });
    const page = await ask(`/run/${b}/comparison`);
    assert.deepEqual([page.status, page.faults], [200, []], page.body.slice(-2000));
    assert.match(page.body, /<h1>.*worse than/s);
    assert.match(page.body, /<a href="\/">All runs<\/a>/);
  }
  assert.equal((await ask(`/run/${a}/comparison`)).status, 404);
});

test('the page of a comparison names its row if there is one', async (t) => {
  const { root, ask } = await compared(t);
  const address = `/run/${b}/comparison`;
  assert.match((await ask(address)).body, /no row was written/);
  const stored = readComparison(runDirOf(root, b));
  assert.ok(stored);
  const row = compareRowOf(stored);
  assert.ok(row);
  appendCompareRow(root, row);
  assert.match((await ask(address)).body, /a row in .*\.compare\.jsonl/);
});

test('two runs of two prompts say so, with the command that asks both prompts', async (t) => {
  const root = tempLibrary(t, {});
  const evidence = { ...planOf().evidence, judge: 'other' };
  await storeRuns(root, [runOf(a, 20), runOf(b, 20, { id: 'summary', evidence })]);
  const { status, body } = await servedPages(root)(`/compare?run=${a}&run=${b}`);
  assert.equal(status, 422);
  assert.match(body, /different judges or rubrics/);
  assert.match(body, /eva compare summary diff/);
});

test('the run of a side says so, with a link to the comparison if it is there', async (t) => {
  const { root, ask } = await compared(t);
  for (const [run_id, side] of [
    [a, 'A'],
    [b, 'B'],
  ] as const) {
    const { body } = await ask(`/run/${run_id}`);
    assert.match(body, new RegExp(`side ${side} of a <a href="/run/${b}/comparison">comparison with`));
  }
  rmSync(runDirOf(root, b), { recursive: true });
  assert.match((await ask(`/run/${a}`)).body, /side A of a comparison with/);
});

test('two runs that cannot be compared have a page that says why and names a command', async (t) => {
  const root = tempLibrary(t, {});
  const [c, d] = ['20260110T140000Z-cccccc', '20260110T150000Z-dddddd'];
  const evidence = { ...planOf().evidence, judge: 'other' };
  await storeRuns(root, [runOf(a, 20), runOf(b, 20), runOf(c, 20, { evidence }), runOf(d, 1)]);
  const ask = servedPages(root);
  const judges = await ask(`/compare?run=${a}&run=${c}`);
  assert.deepEqual([judges.status, judges.faults], [422, []]);
  assert.match(judges.body, /different judges or rubrics/);
  assert.match(judges.body, /eva compare diff HEAD/);
  const few = await ask(`/compare?run=${b}&run=${a}`);
  assert.deepEqual([few.status, few.faults], [422, []]);
  assert.match(few.body, new RegExp(`eva compare diff ${a} ${b} --not-worse-by 0\\.\\d+`));
  assert.equal((await ask(`/compare?run=${a}&run=${d}`)).status, 422);
});

test('a result of several GB is refused before it is read, and the list goes on', async (t) => {
  const root = tempLibrary(t, {});
  await storeRuns(root, [runOf(a, 20), runOf(b, 20)]);
  truncateSync(join(runDirOf(root, a), 'result.json'), 3 * 1024 ** 3);
  const ask = servedPages(root);
  for (const [address, status] of [
    [`/run/${a}`, 500],
    [`/run/${a}/replies`, 500],
    [`/compare?run=${a}&run=${b}`, 422],
  ] as const) {
    const page = await ask(address);
    assert.deepEqual([page.status, page.faults], [status, []], address);
    assert.match(page.body, /result\.json is larger than 2048 MiB/, address);
  }
  assert.equal((await ask('/')).status, 200);
});
