import assert from 'node:assert/strict';
import test from 'node:test';
import { type RunOfSeveral, resultOfSeveral, severalRuns } from '#report/run/several.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { matchesGolden } from './golden.js';
import { sampleRun } from './run-sample.js';

const screen = (width: number) => ({ paint: plainPaint, width });
type Result = NonNullable<RunOfSeveral['result']>;
const result = (over: Partial<Result>): Result => ({
  ...resultOfSeveral(sampleRun([])),
  ...{ replies: { model: 3, recorded: 0, synthetic: 0 }, total: 7, duration_s: 9, cost_usd: 0.25, isSynthetic: false },
  ...over,
});
const passed = { id: 'commit-message', exitCode: 0, result: result({ all_passed: true, passed: 7, cost_usd: 0.12 }) };
const red = { all_passed: false, failed_cases: ['a', 'b', 'c'], inconclusive_cases: ['b'], total: 8, passed: 5 };
const failed = { id: 'support-triage', exitCode: 1, result: result({ ...red, cost_usd: 4.12, duration_s: 401 }) };
const open = {
  ...{ id: 'sql-review', exitCode: 3, resume: 'eva eval sql-review --resume' },
  result: result({
    state: 'unfinished',
    all_passed: false,
    missing: { trials: 12, of: 90 },
    ...{ cost_usd: 0.3, duration_s: 122 },
    ts: new Date(Date.parse(sampleRun([]).ts) + 300_000).toISOString(),
  }),
};
const slow = { id: 'slow', exitCode: 1, result: result({ ...red, failed_cases: ['b'] }) };
const shard = { id: 'one', exitCode: 0, result: result({ shard: { index: 1, of: 2 }, all_passed: false }) };
const replayed = {
  id: 'replayed',
  exitCode: 0,
  result: result({
    ...{ all_passed: true, passed: 7, isSynthetic: true, partial: true, cost_usd: 9 },
    replies: { model: 0, recorded: 0, synthetic: 3 },
  }),
};
const unpriced = { ...failed, id: 'unpriced', result: result({ ...red, cost_usd: null }) };

const tables: readonly (readonly [title: string, runs: readonly RunOfSeveral[], exitCode: number])[] = [
  ['all passed', [passed, { ...passed, id: 'two' }], 0],
  ['one of each', [passed, failed, open], 3],
  [
    'inconclusive, replayed, without a price, and not recorded',
    [slow, replayed, unpriced, { ...passed, exitCode: 3 }],
    3,
  ],
  [
    'interrupted',
    [passed, { id: 'two', exitCode: 130, result: null }, { id: 'three', exitCode: null, result: null }],
    130,
  ],
  ['ended by an error', [{ id: 'two', exitCode: 3, result: null }, passed], 3],
  ['shards', [shard, { ...shard, id: 'two' }], 0],
  ['variants', ['large', 'tiny'].map((name) => ({ ...shard, id: `one × ${name}`, prompt: 'one' })), 0],
];

test('the table of several runs has a line per run, the sums, and one exit code, at 40 and 80 columns', () => {
  const texts = tables.flatMap(([title, runs, exitCode], at) =>
    (at === 1 ? [40, 80] : [80]).map((width) => `${title}, ${width}${severalRuns(runs, exitCode, screen(width))}`),
  );
  matchesGolden('several', texts.join('\n'));
});

test('no line except commands is wider than the screen, and none occurs twice', () => {
  const long = { ...failed, id: '長い名前'.repeat(40) };
  for (const [, runs, exitCode] of [...tables, ['long', [long, passed], 1] as const]) {
    for (const width of [40, 60, 80, 200]) {
      const lines = severalRuns(runs, exitCode, screen(width)).trim().split('\n');
      for (const line of lines) assert.ok(displayWidth(line) <= width || line.includes('eva eval'), line);
      assert.equal(lines.filter((line) => line.includes('exit ')).length, 1);
      const rows = lines.filter((line) => / [✓✗~?] /.test(` ${line}`));
      assert.equal(new Set(rows).size, rows.length, rows.join('\n'));
    }
  }
});

test('an unknown cost is not shown as 0', () => {
  const sumOf = (runs: readonly RunOfSeveral[]) =>
    severalRuns(runs, 1, screen(100))
      .split('\n')
      .find((line) => line.includes(' prompts: ')) ?? '';
  assert.match(sumOf([passed, failed]), /\$4\.24 /);
  assert.match(sumOf([passed, replayed]), /\$0\.12/);
  assert.match(sumOf([passed, unpriced]), /cost of 1 not known.* \$0\.12/);
  assert.doesNotMatch(sumOf([unpriced, unpriced]), /\$/);
});

test('an id is harmless to a terminal', () => {
  const hostile = severalRuns([{ ...passed, id: '\u001b[2Jone\u202e' }, failed], 1, screen(80));
  assert.doesNotMatch(hostile, /[\u001b\u202e]/);
});
