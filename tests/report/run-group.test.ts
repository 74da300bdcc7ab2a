import assert from 'node:assert/strict';
import test from 'node:test';
import { groupTable } from '#report/run/run-group.js';
import { displayWidth } from '#report/text/clip.js';
import { plainPaint } from '#report/text/paint.js';
import type { GroupCell, GroupColumn } from '#view/run-group.js';
import { matchesGolden } from './golden.js';

const passed: GroupCell = { outcome: 'passed' };
const counted = (outcome: GroupCell['outcome'], k: number, of: number): GroupCell => ({ outcome, passed: k, of });

const alike = ['a', 'b', 'c', 'd'].map((name) => [`case ${name}`, passed] as const);

function columnOf(id: string, variant: string, cells: Readonly<Record<string, GroupCell>>): GroupColumn {
  const all = [...Object.entries(cells), ...alike];
  const judged = all.filter(([, { outcome }]) => outcome !== 'shown');
  return {
    ...{ id, variant, cells: new Map(all), is_unfinished: false, is_partial: false, is_synthetic: false },
    total: { passed: judged.filter(([, { outcome }]) => outcome === 'passed').length, of: judged.length },
    ...{ override: false, cost_usd: 0.3, median_s: 2.1, significance_level: 0.05 },
  };
}

const large = {
  'refund-angry': counted('passed', 3, 3),
  'fraud-bar-90': counted('passed', 73, 73),
  'long-contract': passed,
  greeting: { outcome: 'shown' as const },
};
const small = {
  'refund-angry': counted('failed', 1, 2),
  'fraud-bar-90': counted('inconclusive', 58, 62),
  greeting: { outcome: 'shown' as const },
};
const four = [
  columnOf('triage', 'claude-opus-4-7', large),
  { ...columnOf('triage', 'small', small), cost_usd: 0.02, median_s: 0.8 },
  columnOf('triage-short', 'claude-opus-4-7', large),
  { ...columnOf('triage-short', 'small', small), cost_usd: null, median_s: null },
];
const end = { exitCode: 1, resume: null, report: 'eva report --group' };

for (const width of [100, 60, 40]) {
  test(`the runs of a group stand side by side in ${width} columns`, () => {
    const text = groupTable(four, end, { paint: plainPaint, width });
    for (const line of text.split('\n')) assert.ok(displayWidth(line) <= width, line);
    matchesGolden(`run-group-${width}`, text);
  });
}

test('a run without a result has an empty column, and the table says how to go on', () => {
  const [first] = four;
  assert.ok(first);
  const open = { ...first, variant: 'small', cells: new Map(), total: null, is_unfinished: true };
  const last = { exitCode: 3, resume: 'eva eval --resume', report: 'eva report --group' };
  matchesGolden('run-group-unfinished', groupTable([first, open], last, { paint: plainPaint, width: 80 }));
});

test('names from files cannot change the terminal', () => {
  const hostile = columnOf('triage', 'sm\u001b[31mall\n', { 'x\u202ey': passed });
  const text = groupTable([hostile, hostile], end, { paint: plainPaint, width: 80 });
  assert.doesNotMatch(text, /[\u001b\u202e]/);
});
