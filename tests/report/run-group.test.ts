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
    ...{ id, variant, cells: new Map(all), missing: [], has_result: true },
    ...{ is_look: false, is_partial: false, is_synthetic: false },
    total: { passed: judged.filter(([, { outcome }]) => outcome === 'passed').length, of: judged.length, open: 0 },
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

const [first = columnOf('triage', 'x', {})] = four;
const last = { exitCode: 3, resume: 'eva eval triage --resume', report: 'eva report --group' };
const open = { outcome: 'unfinished' } as const;

test('runs without a result show their settled cases, and the table says how to go on', () => {
  const base = { ...first, has_result: false, cost_usd: null, median_s: null, significance_level: null };
  const none = new Map([...first.cells].map(([name]) => [name, open]));
  const some = new Map([...none, ...alike]);
  const begun = { ...base, variant: 'small', cells: some, total: { passed: 4, of: 7, open: 3 } };
  const empty = { ...base, variant: 'tiny', cells: none, total: { passed: 0, of: 7, open: 7 } };
  matchesGolden('run-group-unfinished', groupTable([first, begun, empty], last, { paint: plainPaint, width: 80 }));
});

test('each reason why replies are missing is said once, with the variants if not all lack them', () => {
  const down = {
    reason: 'openai gave no reply in 6 attempts: no connection to 127.0.0.1:1',
    times: 3,
    is_budget: false,
  };
  const budget = (most: number) => ({
    reason: `the budget of $0.004 leaves no room for another call, which may cost up to $${most}`,
    ...{ times: 1, is_budget: true },
  });
  const none = { ...first, total: { passed: 0, of: 7, open: 7 } };
  const columns = [
    { ...none, missing: [down, budget(0.1)] },
    { ...none, variant: 'small', missing: [budget(0.2)] },
  ];
  matchesGolden('run-group-missing', groupTable(columns, last, { paint: plainPaint, width: 80 }));
});

test('a table of looks judges nothing, and names no part that was left out', () => {
  const looks = new Map([['greeting', { outcome: 'shown' }] as const]);
  const column = { ...first, cells: looks, total: { passed: 0, of: 0, open: 0 }, is_look: true };
  const look = { ...column, significance_level: null };
  const text = groupTable(
    [look, { ...look, variant: 'small' }],
    { ...end, exitCode: 0 },
    { paint: plainPaint, width: 80 },
  );
  matchesGolden('run-group-look', text);
});

test('a block in which all cases passed alike says so', () => {
  const plain = ['one', 'two', 'three'].map((variant) => columnOf('triage', `claude-long-name-${variant}`, {}));
  matchesGolden('run-group-alike', groupTable(plain, { ...end, exitCode: 0 }, { paint: plainPaint, width: 60 }));
});

test('names from files cannot change the terminal', () => {
  const hostile = columnOf('triage', 'sm\u001b[31mall\n', { 'x\u202ey': passed });
  const text = groupTable([hostile, hostile], end, { paint: plainPaint, width: 80 });
  assert.doesNotMatch(text, /[\u001b\u202e]/);
});
