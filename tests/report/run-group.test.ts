import assert from 'node:assert/strict';
import test from 'node:test';
import { groupTable } from '#report/run/group-table.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import type { GroupColumn } from '#report/view/run-group.js';
import type { MatrixCell } from '#report/view/runs-view.js';
import { matchesGolden } from './golden.js';

const passed: MatrixCell = { outcome: 'passed' };
const counted = (outcome: MatrixCell['outcome'], k: number, of: number): MatrixCell => ({ outcome, k, n: of });

const alike = ['a', 'b', 'c', 'd'].map((name) => [`case ${name}`, passed] as const);

function columnOf(id: string, variant: string, cells: Readonly<Record<string, MatrixCell>>): GroupColumn {
  const all = [...Object.entries(cells), ...alike];
  const judged = all.filter(([, { outcome }]) => outcome !== 'shown');
  return {
    ...{ id, variant, cells: new Map(all), missing: [], has_result: true },
    ...{ is_look: false, is_partial: false, is_synthetic: false },
    total: { passed: judged.filter(([, { outcome }]) => outcome === 'passed').length, of: judged.length, open: 0 },
    ...{ override: false, cost_usd: 0.3, median_s: 2.1, significance_level: 0.05 },
    margin: () => 0.05,
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
    // a command is not wrapped, so that it can be pasted
    const lines = text.split('\n').filter((line) => !line.startsWith('   eva '));
    for (const line of lines) assert.ok(displayWidth(line) <= width, line);
    if (width === 100) matchesGolden('run-group-100', text);
  });
}

const [first = columnOf('triage', 'x', {})] = four;
const last = { exitCode: 3, resume: 'eva eval triage --resume', report: 'eva report --group' };
const open = { outcome: 'unfinished' } as const;

test('two models of one prompt can be compared with the printed command', () => {
  const text = groupTable(four, { ...end, flags: ['--root lib'] }, { paint: plainPaint, width: 120 });
  assert.match(
    text,
    /Do two of them differ\? {2}eva compare triage --model claude-opus-4-7 --model small --root lib\n/,
  );
  const withMargin = (margin: number | null) => four.map((one) => ({ ...one, margin: () => margin }));
  assert.match(
    groupTable(withMargin(0.14), end, { paint: plainPaint, width: 120 }),
    / --model small --not-worse-by 0.14\n/,
  );
  assert.doesNotMatch(groupTable(withMargin(null), end, { paint: plainPaint, width: 120 }), /eva compare/);
  const prompts = four.filter(({ variant }) => variant === 'small');
  const looks = four.map((one) => ({ ...one, is_look: true }));
  for (const columns of [prompts, looks])
    assert.doesNotMatch(groupTable(columns, end, { paint: plainPaint, width: 120 }), /eva compare/);
});

test('runs without a result show their settled cases, and the table says how to go on', () => {
  const base = { ...first, has_result: false, cost_usd: null, median_s: null, significance_level: null };
  const none = new Map([...first.cells].map(([name]) => [name, open]));
  const some = new Map([...none, ...alike]);
  const begun = { ...base, variant: 'small', cells: some, total: { passed: 4, of: 7, open: 3 } };
  const empty = { ...base, variant: 'tiny', cells: none, total: { passed: 0, of: 7, open: 7 } };
  const runs = ['small', 'tiny', 'odd'].map((title, replies) => ({
    ...{ title, state: title === 'odd' ? ('unreadable' as const) : ('unfinished' as const) },
    ...{ replies, report: 'eva report 4f3a9c' },
  }));
  const shown = { ...last, open: runs };
  matchesGolden('run-group-unfinished', groupTable([first, begun, empty], shown, { paint: plainPaint, width: 80 }));
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

test('cases that are all alike keep their names, and only those beyond ten share a line', () => {
  const plain = ['one', 'two', 'three'].map((variant) => columnOf('triage', `claude-long-name-${variant}`, {}));
  assert.match(
    groupTable(plain, end, { paint: plainPaint, width: 60 }),
    / case a .*\n +case b .*\n +case c .*\n +case d /,
  );
  const more = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`more ${i}`, passed]));
  const text = groupTable([columnOf('triage', 'one', more)], end, { paint: plainPaint, width: 60 });
  assert.match(text, /more 8 .*\n.*case a .*\n +3 others alike/);
});

const models = ['claude-opus-4-7', 'claude-haiku-4-5', 'openai:gpt-5', 'openai:gpt-5-mini', 'local:qwen', 'small'];
const six = models.map((variant, at) =>
  columnOf('support-triage', variant, { 'refund-after-30-days': counted(at === 3 ? 'failed' : 'passed', 3, 3) }),
);

/** Returns the lines of each block without its head, and how many columns it has. */
function blocksIn(text: string): readonly { names: readonly string[]; columns: number }[] {
  const blocks = text.split('\n\n').filter((block) => block.includes('passed'));
  return blocks.map((block) => {
    const lines = block.split('\n').slice(2);
    const last = lines.find((line) => line.startsWith('   passed')) ?? '';
    return {
      names: lines.filter((line) => /^ {3}\S/.test(line)).map((line) => line.slice(3, 23).trimEnd()),
      columns: last.match(/\d+ of \d+/g)?.length ?? 0,
    };
  });
}

test('six models fit beside each other in 120 columns, with names in several lines', () => {
  const text = groupTable(six, end, { paint: plainPaint, width: 100, columns: 120 });
  for (const line of text.split('\n')) assert.ok(displayWidth(line) <= 120, line);
  assert.deepEqual(
    blocksIn(text).map(({ columns }) => columns),
    [6],
  );
});

test('blocks have about equal numbers of columns, and the same rows in the same order', () => {
  const text = groupTable(six, end, { paint: plainPaint, width: 80, columns: 80 });
  const [first, second, ...others] = blocksIn(text);
  assert.deepEqual([first?.columns, second?.columns, others.length], [3, 3, 0]);
  assert.deepEqual(second?.names, first?.names);
  matchesGolden('run-group-six-80', text);
});

test('names from files cannot change the terminal', () => {
  const hostile = columnOf('triage', 'sm\u001b[31mall\n', { 'x\u202ey': passed });
  const text = groupTable([hostile, hostile], end, { paint: plainPaint, width: 80 });
  assert.doesNotMatch(text, /[\u001b\u202e]/);
});

const ownCases = (id: string, cells: Readonly<Record<string, MatrixCell>>): GroupColumn => {
  const column = columnOf(id, 'claude-opus-4-7', {});
  const passes = Object.values(cells).filter(({ outcome }) => outcome === 'passed').length;
  const total = { passed: passes, of: Object.keys(cells).length, open: 0 };
  return { ...column, cells: new Map(Object.entries(cells)), total };
};
const mixed = [
  ownCases('commit-message', { typo: passed, merge: passed }),
  ...four,
  ownCases('sql-review', { 'drops-a-table': { outcome: 'failed' }, index: { outcome: 'inconclusive' }, ok: passed }),
];

for (const width of [80, 40]) {
  test(`prompts with cases of their own are one line each in ${width} columns, beside the tables of the others`, () => {
    const text = groupTable(mixed, end, { paint: plainPaint, width });
    const lines = text.split('\n').filter((line) => !line.startsWith('   eva '));
    for (const line of lines) assert.ok(displayWidth(line) <= width, line);
    if (width === 80) matchesGolden('run-group-mixed-80', text);
  });
}

test('prompts with the same names of cases stand apart, and the best is one of the variants of a prompt, at any width', () => {
  const pick = (count: number, ...columns: readonly GroupColumn[]) => {
    for (const width of [60, 120]) {
      const text = groupTable(columns, end, { paint: plainPaint, width });
      const [, of = '0'] = /best of (\d+)/.exec(text) ?? [];
      assert.equal(Number(of), count, text);
      assert.equal(/Differences between columns/.test(text), count > 0);
    }
  };
  const [one = first, two = first, three = first] = four;
  pick(2, ...four);
  pick(2, one, two, three);
  pick(0, one, three);
});
