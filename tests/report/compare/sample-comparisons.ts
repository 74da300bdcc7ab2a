import {
  type CasePairs,
  type Comparison,
  noUnpaired,
  type PairOutcome,
  type SideFacts,
} from '#model/pairs/comparison.js';
import { noUsage } from '#model/reply/price.js';

const evidence = {
  ...{ prompt: 'a'.repeat(64), cases: 'b'.repeat(64), judge: 'c'.repeat(64), models: 'd'.repeat(64) },
  synthetic: false,
  oldest_reply: '2026-11-24T10:00:00.000Z',
};

export const sideA: SideFacts = {
  ...{ label: 'main (4f2a9c1)', kind: 'ref', id: 'support-triage', ref: 'main', commit: '4f2a9c1'.padEnd(40, '0') },
  ...{ run_id: '20261124T101500Z-1f0c2a', evidence, kept: 1200, asked: 0, from_run: '20261123T090000Z-7d7a9d' },
};

export const sideB: SideFacts = {
  ...{ label: 'working tree', kind: 'tree', id: 'support-triage' },
  ...{ run_id: '20261124T101500Z-2f0c2b', evidence, kept: 0, asked: 1200, from_run: null },
};

/** Returns a case whose 1,200 items are not worse by 2 points. */
export function casePairs(name: string, changes: Partial<CasePairs> = {}): CasePairs {
  return {
    ...{ case: name, kind: 'prompt', measure: 'right', unit: 'item', outcome: 'not_worse', decides: true, needs: null },
    ...{ n: 1200, used: 1200, stopped_at: null, trials: 1200, a: 1142 / 1200, b: 1149 / 1200, difference: 7 / 1200 },
    interval: { lower: -0.0048, upper: 0.0166 },
    counts: { both: 1118, neither: 27, only_b: 31, only_a: 24 },
    ...{ better: 31, worse: 24, same: 1145 },
    not_worse: { test: 'gaffke', p_value: 0.001, fail_p: 1, adjusted: 0.001, fail_adjusted: 1, shown: true },
    better_claim: { test: 'mcnemar', p_value: 0.21, adjusted: 0.21, shown: false },
    ...{ unpaired: noUnpaired, missing: 0, without_value: { a: 0, b: 0 }, slices: [] },
    ...changes,
  };
}

/** Returns the p-values of a case with this outcome. */
export function withOutcome(outcome: PairOutcome): Pick<CasePairs, 'outcome' | 'not_worse' | 'better_claim'> {
  const isShown = outcome === 'better' || outcome === 'not_worse';
  const [low, high] = [0.0004, 0.6];
  const [p, fail] = [isShown ? low : high, outcome === 'worse' ? low : high];
  const gain = outcome === 'better' ? low : high;
  return {
    outcome,
    not_worse: { test: 'gaffke', p_value: p, fail_p: fail, adjusted: p, fail_adjusted: fail, shown: isShown },
    better_claim: { test: 'mcnemar', p_value: gain, adjusted: gain, shown: outcome === 'better' },
  };
}

/** Returns a case of 60 trials with these numbers of pairs. */
export function smallCase(name: string, counts: NonNullable<CasePairs['counts']>, changes: Partial<CasePairs> = {}) {
  const { both, neither, only_a, only_b } = counts;
  const used = both + neither + only_a + only_b;
  return casePairs(name, {
    ...{ unit: 'trial', n: used, used, trials: used, counts, better: only_b, worse: only_a, same: both + neither },
    ...{ a: (both + only_a) / used, b: (both + only_b) / used, difference: (only_b - only_a) / used },
    ...changes,
  });
}

export function comparison(cases: readonly CasePairs[], changes: Partial<Comparison> = {}): Comparison {
  return {
    ...{
      schema: 'eva-comparison/1',
      id: '20261124T101500Z-1f0c2a',
      ts: '2026-11-24T10:15:00.000Z',
      eva_version: '0.1.0',
    },
    ...{ against: 'main', a: sideA, b: sideB, same: false, state: 'finished', partial: false, outcome: 'not_worse' },
    ...{ margin: 0.02, alpha: 0.05, cases, duration_s: 401, cost_usd: 4.12 },
    usage: { ...noUsage, replies: 1200, input_tokens: 400_000, output_tokens: 60_000 },
    ...changes,
  };
}

export const language = {
  field: 'language',
  rows: [
    { value: 'en', pairs: 620, k_a: 608, k_b: 610, a: 608 / 620, b: 610 / 620 },
    { value: 'de', pairs: 300, k_a: 294, k_b: 294, a: 0.98, b: 0.98 },
    { value: 'fr', pairs: 170, k_a: 162, k_b: 163, a: 162 / 170, b: 163 / 170 },
    { value: 'nl', pairs: 110, k_a: 79, k_b: 82, a: 79 / 110, b: 82 / 110 },
  ],
};

const tickets = casePairs('tickets', { slices: [language] });

const small = { decides: false, outcome: null, needs: 447 } as const;

const refunds = smallCase('refund-after-30-days', { both: 20, neither: 3, only_b: 35, only_a: 2 }, small);

const lost = smallCase(
  'tickets',
  { both: 150, neither: 10, only_b: 4, only_a: 26 },
  { ...withOutcome('worse'), n: 200, used: 190, stopped_at: 190, interval: { lower: -0.19, upper: -0.061 } },
);

const open = smallCase(
  'locked-out-abroad',
  { both: 60, neither: 4, only_b: 5, only_a: 9 },
  { ...withOutcome('undecided'), interval: { lower: -0.13, upper: 0.0271 }, without_value: { a: 1, b: 3 } },
);

const scored = casePairs('handbook', {
  ...{ measure: 'score', counts: null, a: 0.715, b: 0.72, difference: 0.005, used: 300, n: 300, trials: 900 },
  ...{ better: 90, worse: 81, same: 129 },
});

const good = ['charged-twice', 'says-when-unsure', 'a forgotten password'].map((name) => casePairs(name));

/** A comparison for each kind of result, by the name of its golden. */
export const samples: Readonly<Record<string, Comparison>> = {
  'not-worse': comparison([tickets, refunds]),
  better: comparison(
    [casePairs('tickets', { ...withOutcome('better'), difference: 0.031, interval: { lower: 0.012, upper: 0.05 } })],
    {
      outcome: 'better',
    },
  ),
  worse: comparison([...good, lost], { outcome: 'worse', margin: 0.05 }),
  undecided: comparison([open], { outcome: 'undecided', margin: 0.05 }),
  'surely-worse': comparison([{ ...open, surely_worse_within_margin: true }], { outcome: 'undecided', margin: 0.05 }),
  'smaller-loss': comparison([casePairs('tickets', { surely_worse_within_margin: true })]),
  several: comparison([...good, scored, { ...tickets, outcome: 'undecided' }, refunds]),
  'small-loss': comparison([casePairs('tickets'), { ...refunds, surely_worse_within_margin: true }]),
  'small-worse': comparison(
    [
      casePairs('tickets'),
      smallCase(
        'late-parcel',
        { both: 0, neither: 1, only_b: 0, only_a: 39 },
        { ...withOutcome('worse'), decides: false, needs: 59, interval: { lower: -1, upper: -0.8 } },
      ),
    ],
    { outcome: 'worse', margin: 0.05 },
  ),
  unfinished: comparison(
    [
      casePairs('tickets', {
        outcome: null,
        missing: 12,
        used: 188,
        trials: 188,
        n: 200,
        difference: null,
        a: null,
        b: null,
      }),
      casePairs('charged-twice'),
    ],
    { state: 'unfinished', outcome: null },
  ),
  same: comparison([], {
    ...{ same: true, duration_s: 0.1, cost_usd: null, usage: noUsage },
    b: { ...sideB, kept: 0, asked: 0 },
  }),
  unpaired: comparison(
    [
      casePairs('tickets', {
        unpaired: { only_a: 3, only_b: 18, changed: 12, named: Array.from({ length: 20 }, (_, i) => `t-${1000 + i}`) },
      }),
    ],
    {
      a: { ...sideA, label: '1f0c2a', kind: 'run' },
      ...{ b: { ...sideB, label: '7d7a9d', kind: 'run' }, usage: noUsage, cost_usd: null },
    },
  ),
  clusters: comparison([
    casePairs('tickets', {
      unit: 'cluster',
      used: 40,
      n: 60,
      trials: 190,
      stopped_at: 40,
      counts: null,
      ...{ better: 9, worse: 7, same: 24 },
    }),
  ]),
  synthetic: comparison([tickets], {
    ...{ a: { ...sideA, evidence: { ...evidence, synthetic: true }, kind: 'ready', label: 'ready (4f2a9c1)' } },
    partial: true,
  }),
  models: comparison([casePairs('tickets')], {
    a: { ...sideA, label: 'claude-opus-4-7', kind: 'model', model: 'claude-opus-4-7', kept: 1180, asked: 20 },
    b: { ...sideB, label: 'claude-haiku-4-5', kind: 'model', model: 'claude-haiku-4-5' },
  }),
  prompts: comparison([tickets], { a: { ...sideA, label: 'triage-2', kind: 'prompt', id: 'triage-2' } }),
};

/** A comparison whose texts from outside steer a terminal or a CI service. */
export const hostile: Comparison = comparison(
  [
    casePairs('case \u001b[2J\n::error::x\u202e', {
      unpaired: { only_a: 1, only_b: 0, changed: 0, named: ['id\u001b]8;;http://x\u0007\r\nnext'] },
      slices: [
        { field: 'f\u001b[31m\n', rows: [{ value: '##[error]\u200b', pairs: 3, k_a: 1, k_b: 2, a: 1 / 3, b: 2 / 3 }] },
      ],
    }),
    { ...lost, case: 'x'.repeat(300) },
    { ...lost, case: '漢'.repeat(60) },
  ],
  {
    outcome: 'worse',
    a: { ...sideA, label: 'a\u001b[0m\n::warning::y (4f2a9c1)', ref: 'a\u001b[0m\n::warning::y', id: 'p\u0007' },
    b: { ...sideB, label: 'm\u202e'.repeat(80), kind: 'model', id: 'p\u001b[1m' },
  },
);

export const many: Comparison = comparison(
  [
    ...Array.from({ length: 15 }, (_, i) => ({ ...lost, case: `worse ${i}` })),
    ...Array.from({ length: 40 }, (_, i) => casePairs(`case-${i}`)),
    ...Array.from({ length: 6 }, (_, i) => ({ ...refunds, case: `small ${i}` })),
  ],
  { outcome: 'worse' },
);
