import assert from 'node:assert/strict';
import test from 'node:test';
import type { LogEntry } from '#report/log/entry.js';
import { type LogView, renderLog } from '#report/log/log.js';
import { displayWidth } from '#report/text/clip.js';
import { plainPaint } from '#report/text/paint.js';

const row: LogEntry = {
  state: 'finished',
  run_id: '20261121T223015Z-4f3a9c',
  id: 'commit-message',
  ts: '2026-11-21T22:30:15.104Z',
  all_passed: true,
  total: 7,
  passed: 7,
  failed_cases: [],
  partial: false,
  synthetic: false,
  has_evidence: true,
  shard: null,
  replies: 28,
  cost_usd: 0.0312,
  duration_s: 12.4,
  row: { file: '.eval.jsonl', line: 1 },
  folder: null,
  pid: null,
  resume: null,
};
const without: LogEntry = {
  ...row,
  all_passed: null,
  total: null,
  passed: null,
  has_evidence: false,
  replies: null,
  cost_usd: null,
  duration_s: null,
  row: null,
  folder: '.eva/runs/20261121T223015Z-4f3a9c',
};
const resume = 'eva eval commit-message --resume 20261121T223015Z-4f3a9c';

const original: LogEntry = {
  ...row,
  ts: '2025-03-01T09:12:00Z',
  run_id: null,
  has_evidence: false,
  replies: null,
  cost_usd: null,
  duration_s: null,
};
const failed: LogEntry = { ...row, all_passed: false, passed: 5, failed_cases: ['a', 'b'], duration_s: 200 };
const synthetic: LogEntry = { ...row, partial: true, synthetic: true, cost_usd: 0 };

function shown(view: Partial<LogView>, width = 80): string {
  const whole = { rows: [], others: [], earlier: { rows: 0, others: 0 }, id: null, ...view };
  return renderLog(whole, { paint: plainPaint, width });
}

test('a wide screen has room for every column; a row of the original eva has five facts and no evidence', () => {
  assert.equal(
    shown({ rows: [original, row, failed], earlier: { rows: 34, others: 0 } }, 120),
    `
  … 34 earlier; eva log --all shows them
     when (UTC)        prompt          outcome                     replies     cost        time  run
  ✓  2025-03-01 09:12  commit-message  7 of 7 passed  no evidence                                2025-03-01 09:12
  ✓  2026-11-21 22:30  commit-message  7 of 7 passed                    28  $0.0312      12.4 s  20261121T223015Z-4f3a9c
  ✗  2026-11-21 22:30  commit-message  5 of 7 passed                    28  $0.0312  3 min 20 s  20261121T223015Z-4f3a9c
`,
  );
});

test('80 columns leave out what the name of a run tells, then replies and time; replies that cost nothing have no cost', () => {
  assert.equal(
    shown({ rows: [row, synthetic] }),
    `
     prompt          outcome                            run
  ✓  commit-message  7 of 7 passed                      20261121T223015Z-4f3a9c
  ✓  commit-message  7 of 7 passed  partial, synthetic  20261121T223015Z-4f3a9c
`,
  );
});

test('40 columns still say which prompt, and how it went', () => {
  assert.equal(
    shown({ rows: [row, { ...failed, id: 'a-name-that-goes-on-and-on' }] }, 40),
    `
     prompt        outcome
  ✓  commit-mess…  7 of 7 passed
  ✗  a-name-that…  5 of 7 passed
`,
  );
});

test('a row that contradicts itself, or evaluated nothing, is neither a pass nor a failure', () => {
  const odd = shown({
    rows: [
      { ...row, all_passed: null },
      { ...row, all_passed: null, total: 0, passed: 0 },
    ],
  });
  assert.match(odd, / {2}\? {2}commit-message {2}7 of 7 passed {2}contradicts itself/);
  assert.match(odd, / {2}\? {2}commit-message {2}0 of 0 passed {2}evaluated nothing/);
});

test('runs without a row follow, each with what goes on with it', () => {
  const others: readonly LogEntry[] = [
    { ...without, state: 'unfinished', replies: 312, resume },
    { ...without, state: 'unfinished', replies: 0, resume },
    { ...without, state: 'unfinished', replies: 7, journal: 'gone' },
    { ...without, state: 'unfinished', replies: 7, journal: 'newer' },
    { ...without, state: 'running', pid: 4242 },
    { ...without, state: 'running', pid: 1, host: 'ci\u001b-7' },
    { ...without, state: 'collected', shard: { index: 2, of: 5 } },
    { ...without, state: 'unrecorded', resume },
    { ...without, state: 'unfinished', id: null },
  ];
  assert.equal(
    shown({ rows: [row], others }).split('\n\n')[1],
    `  Without a row
  20261121T223015Z-4f3a9c  commit-message: unfinished, 312 replies are kept
    → eva eval commit-message --resume 20261121T223015Z-4f3a9c
  20261121T223015Z-4f3a9c  commit-message: unfinished, no reply is kept
    → eva eval commit-message --resume 20261121T223015Z-4f3a9c
  20261121T223015Z-4f3a9c
    commit-message: unfinished, its journal is gone: run it anew
  20261121T223015Z-4f3a9c
    commit-message: unfinished, its journal is that of a newer version of eva
  20261121T223015Z-4f3a9c  commit-message: running now (process 4242)
  20261121T223015Z-4f3a9c  commit-message: running now (process 1 of ci\\x1b-7)
  20261121T223015Z-4f3a9c  commit-message: shard 2 of 5, collected
  20261121T223015Z-4f3a9c
    commit-message: finished, but has no row (not written, or deleted since)
    → eva eval commit-message --resume 20261121T223015Z-4f3a9c
  20261121T223015Z-4f3a9c  (unknown): unfinished
`,
  );
});

test('no line of the table is wider than the screen', () => {
  const rows = [
    original,
    row,
    failed,
    synthetic,
    { ...row, id: '長い名前の長い名前の長い名前', run_id: 'x'.repeat(99) },
  ];
  for (const width of [40, 60, 72, 80, 100, 120, 200]) {
    for (const line of shown({ rows }, width).split('\n')) assert.ok(displayWidth(line) <= width, `${width}: ${line}`);
  }
});

test('nothing in a row reaches the terminal as it is', () => {
  const hostile = 'a\u001b[31m\u202e::error::x\n';
  const text = shown({
    rows: [{ ...row, id: hostile, run_id: hostile, ts: hostile }],
    others: [{ ...without, state: 'unfinished', id: hostile, run_id: hostile, resume: `eva eval ${hostile}` }],
  });
  assert.doesNotMatch(text, /[\u001b\u202e]|::error::/);
});

test('an empty log says what makes a run', () => {
  assert.equal(shown({}), 'no runs yet: eva eval ID makes one\n');
  assert.equal(shown({ id: 'diff' }), 'no runs of diff yet: eva eval diff\n');
});
