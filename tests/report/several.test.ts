import assert from 'node:assert/strict';
import test from 'node:test';
import { type RunOfSeveral, severalRuns } from '#report/run/several.js';
import { plainPaint } from '#report/text/paint.js';
import { sampleRun } from './run-sample.js';

const screen = { paint: plainPaint, width: 100 };
const result = (over: Partial<NonNullable<RunOfSeveral['result']>>): RunOfSeveral['result'] => ({
  ...sampleRun([]),
  replies: { model: 3, recorded: 0, synthetic: 0 },
  ...over,
});
const passed = { id: 'one', exitCode: 0, result: result({ all_passed: true, cost_usd: 0.25 }) };
const failed = { id: 'two', exitCode: 1, result: result({ all_passed: false, failed_cases: ['a'], cost_usd: 0.5 }) };

const shard = { index: 1, of: 2 };
const collected = { id: 'one', exitCode: 0, result: result({ shard, all_passed: false }) };

const rows: readonly (readonly [claim: string, runs: readonly RunOfSeveral[], exitCode: number, last: string])[] = [
  ['all passed', [passed, { ...passed, id: 'two' }], 0, 'exit 0: all 2 prompts passed'],
  ['one failed', [passed, failed], 1, 'exit 1: 1 of 2 prompts failed'],
  [
    'what is missing weighs more than what failed',
    [failed, { id: 'three', exitCode: 3, result: result({ state: 'unfinished', all_passed: false }) }],
    3,
    'exit 3: 1 of 2 prompts failed, 1 unfinished',
  ],
  [
    'an interrupt ends all that follow',
    [passed, { id: 'two', exitCode: 130, result: null }, { id: 'three', exitCode: null, result: null }],
    130,
    'exit 130: 1 of 3 prompts interrupted, 1 not begun',
  ],
  [
    'a terminal that was closed is an interrupt',
    [passed, { id: 'two', exitCode: 129, result: null }],
    129,
    'exit 129: 1 of 2 prompts interrupted',
  ],
  ['shards decide nothing', [collected, { ...collected, id: 'two' }], 0, 'exit 0: all 2 prompts collected'],
  [
    'recordings that were not saved are no pass',
    [passed, { ...passed, id: 'two', exitCode: 3 }],
    3,
    'exit 3: 1 of 2 prompts not recorded',
  ],
];

for (const [claim, runs, exitCode, last] of rows) {
  test(`the summary of several runs ends with what the exit code means: ${claim}`, () => {
    assert.equal(severalRuns(runs, exitCode, screen).trimEnd().split('\n').at(-1), `  ${last}`);
  });
}

test('a run whose cases are at worst inconclusive is not passed, and not failed', () => {
  const open = result({ all_passed: false, failed_cases: ['a'], inconclusive_cases: ['a'], cost_usd: 1 });
  const lines = severalRuns([passed, { id: 'slow', exitCode: 1, result: open }], 1, screen)
    .trimEnd()
    .split('\n');
  assert.equal(lines[3], '  ~ slow  not passed (1 inconclusive)  $1.00');
  assert.equal(lines.at(-1), '  exit 1: 1 of 2 prompts not passed');
});

test('a cost that is known of no run is said once', () => {
  const unpriced = { ...failed, result: result({ all_passed: false, failed_cases: ['a'], cost_usd: null }) };
  assert.equal(severalRuns([unpriced, unpriced], 1, screen).match(/cost not known/g)?.length, 1);
});

test('costs are added up, and what is not known is not taken for nothing', () => {
  const replayed = { model: 0, recorded: 3, synthetic: 0 };
  const total = (runs: readonly RunOfSeveral[]) => severalRuns(runs, 1, screen).split('\n')[1];
  assert.equal(total([passed, failed]), ' 2 prompts  $0.7500');
  assert.equal(
    total([passed, { ...failed, result: result({ cost_usd: 9, replies: replayed }) }]),
    ' 2 prompts  $0.2500',
  );
  const unpriced = { ...failed, result: result({ cost_usd: null }) };
  assert.equal(total([passed, unpriced]), ' 2 prompts  $0.2500, and the cost of 1 of them is not known');
  assert.equal(total([unpriced, unpriced]), ' 2 prompts  cost not known');
});

test('an id is harmless to a terminal', () => {
  assert.doesNotMatch(severalRuns([{ ...passed, id: '\u001b[2Jone\u202e' }, failed], 1, screen), /[\u001b\u202e]/);
});
