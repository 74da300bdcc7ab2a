import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { labelsOfAnswers } from '#model/people/label.js';
import { readAttempts, timeAfter } from '#store/logs/attempts-log.js';
import { readCompareRows } from '#store/logs/compare-log.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { readLabels } from '#store/logs/labels.js';
import { readPromotions } from '#store/logs/prompt-logs.js';
import { readRecordings } from '#store/replies/recordings.js';
import { attemptBegin } from '../../support/attempt-lines.js';
import { compareRow } from '../../support/compare-rows.js';
import { label } from '../../support/labels.js';
import { runRow } from '../../support/run-row.js';
import { storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

const times = ['2026-01-01T10:00:00.000Z', '2026-01-01T11:00:00.000Z', '2026-01-01T12:00:00.000Z'];
const [first = '', second = '', third = ''] = times;
const permutations = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** Each log that git may merge: its file, a line of this time, and what its reader returns of the file. */
const logs: readonly {
  readonly file: string;
  readonly line: (ts: string) => object;
  readonly read: (root: string) => unknown;
  readonly expected: unknown;
}[] = [
  {
    file: '.attempts.jsonl',
    line: (ts) => attemptBegin({ ts, run_id: ts }),
    read: (root) => readAttempts(root).rows.map(({ value }) => value.run_id),
    expected: times,
  },
  {
    file: '.eval.jsonl',
    line: (ts) => runRow({ ts, run_id: ts }),
    read: (root) => readRunRows(root).rows.map(({ value }) => value['run_id']),
    expected: times,
  },
  {
    file: '.compare.jsonl',
    line: (ts) => compareRow({ ts, run_id: ts }),
    read: (root) => readCompareRows(root).rows.map(({ value }) => value.run_id),
    expected: times,
  },
  {
    file: '.promotions.jsonl',
    line: (ts) => ({
      ts,
      from: 'tested',
      to: 'ready',
      forced: false,
      unmet: [],
      run_id: ts,
      evidence: null,
      claims: [],
    }),
    read: (root) => readPromotions(root).rows.map(({ value }) => value.run_id),
    expected: times,
  },
  {
    file: 'labels.jsonl',
    line: (ts) => label({ ts, note: ts }),
    read: (root) => {
      const labels = readLabels(root).rows.map(({ value }) => value);
      return labelsOfAnswers(labels)
        .of(label({}))
        .map(({ note }) => note);
    },
    expected: [third],
  },
  {
    file: 'recordings.jsonl',
    line: (ts) => ({ ...storedReply({ ts }), source: 'recorded' }),
    read: (root) => readRecordings(root, 'recordings.jsonl').store.get(storedReply({}).key)?.ts,
    expected: third,
  },
];

for (const { file, line, read, expected } of logs) {
  test(`the order of the lines of ${file} decides nothing: their times do`, (t) => {
    const root = tempLibrary(t, {});
    for (const order of permutations) {
      writeFileSync(join(root, file), order.map((at) => `${JSON.stringify(line(times[at] ?? ''))}\n`).join(''));
      assert.deepEqual(read(root), expected, order.join(' '));
    }
  });
}

const future = new Date(Date.now() + 3_600_000).toISOString();
const dated = { '.compare.jsonl': readCompareRows, '.promotions.jsonl': readPromotions, 'labels.jsonl': readLabels };
for (const [file, read] of Object.entries(dated)) {
  test(`a line of ${file} that is dated in the future does not become the newest one: it cannot be used`, (t) => {
    const line = logs.find((log) => log.file === file)?.line;
    const skewed = new Date(Date.now() + 60_000).toISOString();
    const texts = [first, future, skewed].map((ts) => `${JSON.stringify(line?.(ts))}\n`);
    const { rows, bad } = read(tempLibrary(t, { [file]: texts.join('') }));
    assert.deepEqual(
      rows.map(({ value }) => value.ts),
      [first, skewed],
    );
    assert.deepEqual(bad, [{ line: 2, reason: 'is dated in the future' }]);
  });
}

test('rows are in the order of the begin lines of their runs, whatever their own times; of two rows of a run the red one is last', (t) => {
  const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const begun = [attemptBegin({ ts: first, run_id: 'a' }), attemptBegin({ ts: second, run_id: 'b' })];
  const red = runRow({ ts: first, run_id: 'b', all_passed: false, passed: 1, failed_cases: ['one'] });
  const rows = [red, runRow({ ts: first, run_id: 'b' }), runRow({ ts: third, run_id: 'a' })];
  const root = tempLibrary(t, { '.attempts.jsonl': lines(begun), '.eval.jsonl': lines(rows) });
  assert.deepEqual(
    readRunRows(root).rows.map(({ value }) => [value['run_id'], value.all_passed]),
    [
      ['a', true],
      ['b', true],
      ['b', false],
    ],
  );
});

test('a line that is written after the clock went back is later than the newest one', () => {
  const newest = Date.now() + 3_600_000;
  assert.equal(timeAfter(newest), newest + 1);
  assert.ok(timeAfter(0) >= Date.now() - 1000);
});
