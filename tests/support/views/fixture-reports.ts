import { outlooksOf } from '#decide/outlooks.js';
import { defaultRunSettings } from '#model/run/run.js';
import type { RunsReport } from '#report/formats/report.js';
import { type MadeCase, madeCase } from './made-case.js';
import { type MadeRun, madeRun, reportOf } from './made-run.js';
import type { MadeTrial } from './made-trial.js';
import { lockedOutCase, passingCase, refundCase, supportTriage, ticketsCase } from './support-triage.js';

const overloaded = 'anthropic was busy for 10m: HTTP 529 (overloaded), 8 attempts';

function missing(reason = overloaded): MadeTrial {
  return { outcome: { outcome: 'missing', why: 'given_up', reason } };
}

/** A run that passes. */
function green(id = 'commit-message', changes: Parameters<typeof madeRun>[0]['plan'] = {}): MadeRun {
  const cases = ['small-file', 'large-file', 'names-the-change'].map((name, i) =>
    passingCase(name, 3 + 12 * i, 20 + 40 * i),
  );
  return madeRun({
    cases,
    plan: { id, ...changes },
    run_id: '20261124T095800Z-7d7a9d',
    result: { cost_usd: 0.12, duration_s: 9 },
  });
}

function red(): MadeRun {
  return madeRun({ cases: supportTriage() });
}

/** A run without the replies that a busy provider did not give. */
function unfinished(): MadeRun {
  const open = madeCase({
    ...{ name: 'joins-two-tables', line: 20, n: 30, bar: 0.8, check: { op: 'contains', value: 'JOIN' } },
    inputs: { schema: 'orders, customers' },
    trial: (index) => (index >= 18 ? missing() : { reply: `SELECT * FROM orders JOIN customers (${index})` }),
  });
  return madeRun({
    cases: [passingCase('counts-rows', 8, 60, 0.9), open],
    plan: { id: 'sql-review' },
    run_id: '20261124T091500Z-a49e72',
    result: { cost_usd: 0.3, duration_s: 122 },
    ending: { continuation: { needs: 'nothing', keepsReplies: true, command: 'eva eval sql-review --resume' } },
  });
}

/** A run that was interrupted after two of its cases were settled. */
function interrupted(): MadeRun {
  const open = { ...passingCase('says-when-unsure', 84, 130, 0.9) };
  const cases = [
    passingCase('charged-twice', 72, 60, 0.95),
    refundCase(),
    { ...open, result: { ...open.result, passed: null } },
  ];
  return madeRun({ cases, isInterrupted: true });
}

function variants(): readonly MadeRun[] {
  const cases: readonly (readonly [string, readonly MadeCase[]])[] = [
    ['opus-4-7', [ticketsCase(120, false), refundCase(), passingCase('charged-twice', 72, 60, 0.95)]],
    [
      'haiku-4-5',
      [
        ticketsCase(120, false),
        passingCase('refund-after-30-days', 31, 60, 0.8),
        passingCase('charged-twice', 72, 60, 0.95),
      ],
    ],
    ['local:qwen', [ticketsCase(120), lockedOutCase(), passingCase('charged-twice', 72, 60, 0.95)]],
  ];
  return cases.map(([variant, own], index) =>
    madeRun({
      cases: own,
      run_id: `20261124T10150${index}Z-2f0c2${index}`,
      plan: { variant: { variant, group: 'g1' } },
      result: index === 2 ? { cost_usd: null } : { cost_usd: index === 0 ? 4.12 : 0.61 },
    }),
  );
}

function manyCases(): MadeRun {
  const cases = Array.from({ length: 60 }, (_, index) =>
    index % 9 === 0
      ? madeCase({
          ...{ name: `case ${index}`, line: 3 + 9 * index, n: 5, check: { op: 'contains', value: 'bike' } },
          inputs: { message: `message ${index}` },
          trial: (trial) => ({
            reply: `reply ${index} ${trial % 2}`,
            holds: trial !== 1,
            reason: trial === 1 ? 'not found' : '',
          }),
        })
      : passingCase(`case ${index}`, 3 + 9 * index, 5),
  );
  return madeRun({ cases });
}

/** Returns a run whose names and texts are made of this text. */
export function runNamed(text: (part: string) => string): MadeRun {
  const failing = madeCase({
    ...{ name: text('fails'), line: 5, n: 3, isJudged: true, check: { op: 'contains', value: text('wanted') } },
    inputs: { [text('input')]: text('value') },
    trial: () => ({
      ...{ reply: text('reply'), holds: false, reason: text('reason'), mark: text('reply').slice(0, 4) },
      judge: [2, text('judge')],
    }),
  });
  const items = madeCase({
    ...{ name: text('items'), line: 25, n: 12, bar: 0.5, check: { op: 'contains', value: 'x' } },
    dataset: {
      ...{ file: text('file'), sha256: 'a'.repeat(64), digest: 'b'.repeat(64), items: 12, kept: 12, asked: 12 },
      ...{
        kept_units: 12,
        units: 12,
        draws: 1,
        claim: 'population',
        seed: 0,
        inputs: {},
        filter: text('filter'),
        mean_bytes: 9,
      },
      slices: [
        {
          field: text('field'),
          values: [{ value: text('slice'), kept: 12, kept_units: 12, units: 12 }],
          gate: { criterion: { criterion: 'proportion_gte', params: { proportion: 0.5 } }, must: 'not_fail' },
        },
      ],
    },
    trial: (index) => ({
      ...{ reply: text(`answer ${index}`), message: text('message'), holds: false, reason: text('reason') },
      item: { id: text(`item ${index}`), slices: { [text('field')]: text('slice') } },
    }),
  });
  return madeRun({ cases: [failing, items, passingCase(text('passes'), 45, 3)], plan: { id: text('prompt') } });
}

function allSynthetic(): MadeRun {
  const cases = [refundCase(), passingCase('charged-twice', 72, 60, 0.95)];
  const replies = { model: 0, recorded: 0, synthetic: 71 };
  const made = madeRun({ cases, result: { replies, cost_usd: null } });
  return {
    ...made,
    ...madeRun({
      cases,
      result: { replies, cost_usd: null, evidence: { ...made.plan.evidence, synthetic: true, oldest_reply: null } },
    }),
  };
}

/** Shard 2 of 3, which collects replies and decides nothing. */
function shard(): MadeRun {
  const cases = ['charged-twice', 'says-when-unsure'].map((name, i) => {
    const { testCase, result } = passingCase(name, 72 + 12 * i, 20, 0.8);
    return { testCase, result: { ...result, passed: null, verdicts: [], stopped_at: null } };
  });
  return madeRun({
    cases,
    plan: { manner: { ...defaultRunSettings, stop_early: false, shard: { index: 2, of: 3 } } },
    result: { state: 'finished' },
  });
}

const refusal = { outcome: 'failed', reason: 'the model refused to answer' } as const;
const cut = { outcome: 'failed', reason: 'the reply was cut at max_tokens (1024)' } as const;
const late = { outcome: 'failed', reason: 'no reply within 60 s', timed_out: true } as const;

/** A run with one of each thing that can go wrong. */
function everything(): MadeRun {
  const bad = madeCase({
    ...{ name: 'all-that-can-fail', line: 120, n: 20, bar: 0.7, isJudged: true, changes: { stop_early: false } },
    inputs: { message: 'Where is my bike?' },
    check: { op: 'contains', value: 'bike' },
    trial: (index) => {
      if (index === 2) return { reply: 'I cannot help with that.', outcome: refusal };
      if (index === 4) return { reply: 'Your bike is at the corner of the', outcome: cut };
      if (index === 5 || index === 6) return { outcome: late };
      if (index === 8) return { reply: 'The bike?', judge: [null, 'two replies of the judge held no verdict'] };
      return {
        reply: `It is there. (${index % 3})`,
        holds: index > 14,
        reason: index > 14 ? '' : 'not found',
        judge: [3, 'It names no place.'],
      };
    },
  });
  const open = madeCase({
    ...{ name: 'no-answer-came', line: 140, n: 30, bar: 0.8, check: { op: 'contains', value: 'bike' } },
    inputs: { message: 'Is my bike insured?' },
    trial: (index) =>
      index > 20 ? missing(index > 25 ? 'the budget of $5 is spent' : overloaded) : { reply: 'Your bike is.' },
  });
  const cases = [...supportTriage(), bad, open];
  const outlooks = cases.flatMap(({ testCase }) =>
    outlooksOf({ ...testCase, sample_size: Math.min(12, testCase.sample_size) }),
  );
  const evidence = { prompt: 'p'.repeat(64), cases: 'c'.repeat(64), judge: 'j'.repeat(64), models: 'm'.repeat(64) };
  return madeRun({
    cases,
    plan: { partial: true, outlooks, manner: { ...defaultRunSettings, allow_underpowered: true } },
    result: {
      replies: { model: 580, recorded: 40, synthetic: 12 },
      evidence: { ...evidence, synthetic: true, oldest_reply: '2026-10-01T08:00:00.000Z' },
    },
    ending: {
      evidence: 'stale',
      isUnrecorded: true,
      continuation: { needs: 'budget', keepsReplies: true, command: 'eva eval support-triage --resume --max-cost 9' },
    },
  });
}

const longName = (part: string) => `${part} ${'that goes on and on '.repeat(20)}`.slice(0, 300);
const wide = (part: string) => `発売のお知らせ 🎉👩‍👩‍👧 ${part} 漢字 `.repeat(3).trim();

/** The reports that every format shows in its goldens, by name. Each is made anew. */
export const fixtureReports: Readonly<Record<string, () => RunsReport>> = {
  red: () => reportOf([red()]),
  green: () => reportOf([green()]),
  'several-prompts': () => reportOf([green(), allSynthetic(), unfinished()], 'list'),
  models: () => reportOf(variants(), 'group'),
  'data-set': () => reportOf([madeRun({ cases: [ticketsCase(351)] })]),
  interrupted: () => reportOf([interrupted()]),
  unfinished: () => reportOf([unfinished()]),
  'no-case': () => reportOf([madeRun({ cases: [], result: { cost_usd: null, duration_s: 0.1 } })]),
  '60-cases': () => reportOf([manyCases()]),
  'long-names': () => reportOf([runNamed(longName)]),
  'cjk-emoji': () => reportOf([runNamed(wide)]),
  synthetic: () => reportOf([allSynthetic()]),
  shard: () => reportOf([shard()]),
  everything: () => reportOf([everything()]),
};
