import assert from 'node:assert/strict';
import test from 'node:test';
import { compareRowOf } from '#model/pairs/compare-row.js';
import { type CasePairs, type Comparison, noUnpaired, type SideFacts } from '#model/pairs/comparison.js';

const evidence = { prompt: 'p', cases: 'c', judge: 'j', models: 'm', synthetic: false, oldest_reply: null };
const side: SideFacts = {
  label: 'working tree',
  kind: 'tree',
  id: 'diff',
  run_id: 'run-b',
  evidence,
  kept: 0,
  asked: 9,
  from_run: null,
};

const one: CasePairs = {
  case: 'short',
  kind: 'prompt',
  measure: 'right',
  unit: 'trial',
  outcome: 'better',
  decides: true,
  needs: null,
  n: 200,
  used: 90,
  stopped_at: 90,
  trials: 90,
  a: 0.5,
  b: 0.6,
  difference: 0.1,
  interval: { lower: 0, upper: 0.2 },
  counts: { both: 50, neither: 20, only_b: 15, only_a: 5 },
  better: 15,
  worse: 5,
  same: 70,
  not_worse: { test: 'gaffke', p_value: 0.01, fail_p: 0.9, adjusted: 0.02, fail_adjusted: 1, shown: true },
  better_claim: { test: 'mcnemar', p_value: 0.02, adjusted: 0.04, shown: true },
  unpaired: noUnpaired,
  missing: 0,
  without_value: { a: 0, b: 0 },
  slices: [],
};

const comparison: Comparison = {
  schema: 'eva-comparison/1',
  id: 'diff',
  ts: '2026-01-12T12:00:00.000Z',
  eva_version: '0.0.0',
  against: 'main',
  a: {
    ...side,
    label: 'main (4f2a9c1)',
    kind: 'ref',
    commit: '4f2a9c1',
    run_id: 'run-a',
    kept: 9,
    asked: 0,
    from_run: 'run-0',
  },
  b: side,
  margin: 0.02,
  alpha: 0.05,
  same: false,
  state: 'finished',
  partial: false,
  outcome: 'better',
  cases: [one, { ...one, case: 'score', counts: null, outcome: null, decides: false }],
  usage: { replies: 9, input_tokens: 0, output_tokens: 0, unmetered_replies: 0 },
  cost_usd: null,
  duration_s: 1,
};

test('the row of a comparison has its sides, counts and p-values', () => {
  const { prompt, models, synthetic, oldest_reply } = evidence;
  const used = { n: 200, used: 90, p_value: 0.01, fail_p: 0.9, better_p: 0.02 };
  assert.deepEqual(compareRowOf(comparison, 'opus'), {
    row: 1,
    ts: comparison.ts,
    id: 'diff',
    run_id: 'run-b',
    variant: 'opus',
    against: 'main',
    a: {
      ...{ label: 'main (4f2a9c1)', commit: '4f2a9c1', prompt, models, synthetic, oldest_reply },
      ...{ from_run: 'run-0', kept: 9, asked: 0 },
    },
    b: { ...evidence, from_run: null, kept: 0, asked: 9 },
    not_worse_by: 0.02,
    alpha: 0.05,
    cases: [
      { case: 'short', b: 15, c: 5, outcome: 'better', ...used },
      { case: 'score', b: null, c: null, outcome: null, ...used },
    ],
    outcome: 'better',
    partial: false,
    eva_version: '0.0.0',
  });
  const same = compareRowOf({ ...comparison, same: true });
  assert.deepEqual([same?.same, same && 'variant' in same], [true, false]);
});

test('a comparison that is unfinished, partial, or not of the files has no row', () => {
  const without: readonly Partial<Comparison>[] = [
    { state: 'unfinished' },
    { partial: true },
    { outcome: null },
    { b: { ...side, kind: 'ref' } },
    { b: { ...side, kind: 'model' } },
    { b: { ...side, kind: 'run' } },
  ];
  assert.deepEqual(
    without.map((part) => compareRowOf({ ...comparison, ...part })),
    without.map(() => null),
  );
});
