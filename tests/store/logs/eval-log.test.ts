import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { RowVerdict, RunRow } from '#model/run/run.js';
import { appendRunRow, checkLogs, readRunRows } from '#store/logs/eval-log.js';
import { errorOf } from '../../support/error-of.js';
import { runRow } from '../../support/run-row.js';
import { type FileContent, tempLibrary } from '../../support/temp-library.js';

const verdict = (name: string): RowVerdict => ({
  case: name,
  about: 'every check holds',
  criterion: 'every_trial',
  claim: 'the trial passes',
  outcome: 'failed',
  significance_level: null,
  estimate: 0,
  interval: null,
  p_value: null,
  fail_p: null,
  n: 1,
  used: 1,
  failed: 0,
  ungraded: 0,
  needed_n: null,
  words: { found: '0 of 1 trial passed', bound: null, bar: null },
  reason: 'the trial did not pass',
});

const names = (count: number) => Array.from({ length: count }, (_, n) => `case-${String(n).padStart(5, '0')}`);

async function appended(t: Parameters<typeof tempLibrary>[0], row: RunRow): Promise<{ text: string; row: RunRow }> {
  const root = tempLibrary(t, {});
  await appendRunRow(root, row);
  const text = readFileSync(join(root, '.eval.jsonl'), 'utf8');
  assert.ok(Buffer.byteLength(text) < 64 * 1024, `the row has ${Buffer.byteLength(text)} bytes`);
  return { text, row: JSON.parse(text) };
}

test("a row begins with the card's five keys in the card's order", async (t) => {
  const { text } = await appended(t, runRow());
  assert.ok(
    text.startsWith(
      '{"ts":"2026-01-10T12:00:00.000Z","all_passed":true,"total":2,"passed":2,"failed_cases":[],"id":"diff"',
    ),
  );
});

test('a short row is written whole', async (t) => {
  const row = runRow({ verdicts: [verdict('one')], failed_cases: ['one'] });
  assert.deepEqual((await appended(t, row)).row, row);
});

test('a long list of verdicts is shortened to outcomes', async (t) => {
  const row = runRow({ verdicts: names(600).map(verdict) });
  const written = (await appended(t, row)).row;
  assert.equal(written.verdicts.length, 600);
  const decision = { criterion: 'every_trial', outcome: 'failed', significance_level: null };
  assert.deepEqual(written.verdicts[599], { case: 'case-00599', ...decision });
  assert.equal(written.cut, undefined);
});

for (const count of [600, 9000]) {
  test(`the largest significance level of ${count} verdicts is always kept`, async (t) => {
    const tested = (name: string, level: number) => ({ ...verdict(name), significance_level: level });
    const last = tested('last', 0.1);
    const row = runRow({ verdicts: [...names(count).map((name) => tested(name, 0.05)), last] });
    const levels = (await appended(t, row)).row.verdicts.map(({ significance_level }) => significance_level);
    assert.deepEqual([Math.max(...levels.map(Number)), Math.min(...levels.map(Number))], [0.1, 0.05]);
  });
}

test('a list that is still too long is truncated, and the row has the number of omitted entries', async (t) => {
  const row = runRow({
    all_passed: false,
    total: 9000,
    passed: 0,
    failed_cases: names(9000),
    verdicts: names(9000).map(verdict),
  });
  const written = (await appended(t, row)).row;
  assert.equal(written.total, 9000);
  assert.ok(written.failed_cases.length > 1000);
  assert.deepEqual(written.cut, {
    verdicts: 9000 - written.verdicts.length,
    failed_cases: 9000 - written.failed_cases.length,
  });
});

test('a name longer than a row does not make the row longer', async (t) => {
  const name = '😀'.repeat(30_000);
  const written = (
    await appended(t, runRow({ all_passed: false, passed: 1, failed_cases: [name], verdicts: [verdict(name)] }))
  ).row;
  assert.deepEqual(written.failed_cases, []);
  assert.deepEqual(written.cut, { verdicts: 1, failed_cases: 1 });
});

test("rows of the original eva are read, and a row without the card's keys is listed as unreadable", (t) => {
  const original = { ts: '2025-01-01T00:00:00Z', all_passed: true, total: 1, passed: 1, failed_cases: [] };
  const without = (key: string) => JSON.stringify({ ...original, [key]: undefined });
  const lines = [JSON.stringify(original), ...Object.keys(original).map(without), '[]', 'null', '7'];
  const { rows, bad } = readRunRows(tempLibrary(t, { '.eval.jsonl': lines.join('\n') }));
  assert.deepEqual(rows, [{ line: 1, value: original }]);
  assert.deepEqual(
    bad.map(({ line }) => line),
    [2, 3, 4, 5, 6, 7, 8, 9],
  );
});

const wrong: readonly object[] = [
  { all_passed: 'true' },
  { total: -1 },
  { total: 1.5 },
  { passed: '2' },
  { failed_cases: 'one' },
  { failed_cases: [1] },
  { ts: 20260110 },
];
for (const part of wrong) {
  test(`a row with ${JSON.stringify(part)} is invalid`, (t) => {
    const root = tempLibrary(t, { '.eval.jsonl': JSON.stringify({ ...runRow(), ...part }) });
    assert.equal(readRunRows(root).rows.length, 0);
    assert.equal(readRunRows(root).bad.length, 1);
  });
}

test('a log that cannot be appended to is reported before a run, and the check changes nothing', (t) => {
  const code = (content: FileContent) => errorOf(() => checkLogs(tempLibrary(t, { '.eval.jsonl': content }))).code;
  assert.equal(code({ link: '/dev/null' }), 'EVA_ODD_FILE');
  assert.equal(code({ directory: true }), 'EVA_DISK');
  const root = tempLibrary(t, {});
  checkLogs(root);
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
  checkLogs(tempLibrary(t, { '.eval.jsonl': '{"torn' }));
});
