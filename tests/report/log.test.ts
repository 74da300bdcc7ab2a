import assert from 'node:assert/strict';
import test from 'node:test';
import { type LogView, renderLog } from '#report/commands/log.js';
import type { ListedEntry } from '#report/commands/log-entry.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { shortNames } from '#store/run/run-names.js';
import { matchesGolden } from './golden.js';

const row: ListedEntry = {
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
  inconclusive: 0,
};
const without: ListedEntry = {
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

const original: ListedEntry = {
  ...row,
  ts: '2025-03-01T09:12:00Z',
  run_id: null,
  has_evidence: false,
  replies: null,
  cost_usd: null,
  duration_s: null,
};
const failed: ListedEntry = { ...row, all_passed: false, passed: 5, failed_cases: ['a', 'b'], duration_s: 200 };
const synthetic: ListedEntry = { ...row, partial: true, synthetic: true, cost_usd: 0 };

/** The time of the table, in the local time zone. */
const now = new Date(2026, 10, 22, 10, 30);
const at = (...parts: readonly [number, number, number, number?, number?]) => new Date(...parts).toISOString();

function shown(entries: readonly ListedEntry[], width = 80, part: Partial<LogView> = {}): string {
  const names = shortNames(entries.flatMap(({ run_id }) => run_id ?? []));
  return renderLog({ entries, earlier: 0, id: null, names, now, ...part }, { paint: plainPaint, width });
}

/** Gives entries different run names, in order. */
function numbered(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  return entries.map((entry, i) => {
    const run_id = entry.run_id && `20261121T22301${i}Z-4f3a9${i}`;
    const resume = entry.resume && run_id && entry.resume.replace(entry.run_id ?? '', run_id);
    return { ...entry, run_id, resume };
  });
}

const finished: readonly ListedEntry[] = [
  { ...original, ts: at(2025, 2, 1) },
  { ...row, ts: at(2026, 10, 7, 9) },
  { ...failed, ts: at(2026, 10, 21, 23, 59), inconclusive: 1, id: 'support-triage', cost_usd: 4.12 },
  { ...synthetic, ts: at(2026, 10, 22, 0, 0) },
  { ...failed, ts: at(2026, 10, 22, 9, 58), inconclusive: 2 },
  { ...row, all_passed: null, ts: at(2026, 10, 22, 10, 1) },
  { ...row, all_passed: null, total: 0, passed: 0, ts: at(2026, 10, 22, 10, 2) },
];

const unfinished: readonly ListedEntry[] = [
  { ...without, state: 'unfinished', replies: 312, resume },
  { ...without, state: 'unfinished', replies: 0, resume },
  { ...without, state: 'unfinished', replies: 7, journal: 'gone' },
  { ...without, state: 'unfinished', replies: 7, journal: 'newer' },
  { ...without, state: 'running', pid: 4242 },
  { ...without, state: 'running', pid: 1, host: 'ci\u001b-7' },
  { ...without, state: 'collected', shard: { index: 2, of: 5 } },
  { ...without, state: 'unfinished', shard: { index: 3, of: 5 }, replies: 2, resume },
  { ...without, state: 'unfinished', resume: 'eva merge DIR...' },
  { ...without, state: 'unfinished', replies: 9, resume: null },
  { ...without, state: 'unrecorded', resume },
  { ...without, state: 'unfinished', id: null, replies: null },
];

const views: readonly [string, readonly ListedEntry[]][] = [
  ['log', numbered(finished)],
  ['log-unfinished', numbered([row, ...unfinished.map((one) => ({ ...one, ts: at(2026, 10, 21) }))])],
];
for (const [name, entries] of views) {
  test(`${name}: the table at 80 columns`, () => {
    matchesGolden(name, shown(entries, 80, { earlier: 34 }));
  });
}

test('the short name of a run is its shortest unique suffix', () => {
  const names = ['20261121T223015Z-4f3a9c', '20261122T223015Z-4f3a9c', '20261121T223015Z-aaaaaa', 'x'];
  assert.deepEqual(
    [...shortNames([...names, names[0] ?? ''])].sort(),
    [
      [names[0], '1T223015Z-4f3a9c'],
      [names[1], '2T223015Z-4f3a9c'],
      [names[2], 'aaaaaa'],
      ['x', 'x'],
    ].sort(),
  );
});

test('no line of the table is wider than the screen, and none occurs twice', () => {
  const odd = [
    { ...row, id: '長い名前の長い名前の長い名前', run_id: 'x'.repeat(99) },
    { ...row, id: 'a'.repeat(300), cost_usd: 12_345.678, duration_s: 99_999 },
  ];
  const entries = [...numbered([...finished, ...unfinished]), ...odd];
  for (const width of [40, 60, 72, 80, 100, 120, 200]) {
    const lines = shown(entries, width).split('\n');
    const isCommand = (line: string) => line.startsWith('      eva eval'); // stays whole, to be copied
    for (const line of lines) assert.ok(isCommand(line) || displayWidth(line) <= width, `${width}: ${line}`);
    const ofRuns = lines.filter((line) => line.includes('4f3a9') && !line.includes('eva eval'));
    assert.equal(new Set(ofRuns).size, ofRuns.length);
  }
});

test('texts of a row are escaped for the terminal', () => {
  const hostile = 'a\u001b[31m\u202e::error::x\n';
  for (const width of [40, 120]) {
    const text = shown(
      [
        { ...row, id: hostile, run_id: hostile, ts: hostile },
        { ...without, state: 'unfinished', id: hostile, run_id: hostile, resume: `eva eval ${hostile}` },
      ],
      width,
    );
    assert.doesNotMatch(text, /[\u001b\u202e]|::error::/);
  }
});

test('an empty log names the command that makes a run', () => {
  assert.equal(shown([]), 'no runs yet: eva eval ID makes one\n');
  assert.equal(shown([], 80, { id: 'diff' }), 'no runs of diff yet: eva eval diff\n');
});
