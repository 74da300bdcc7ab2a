import assert from 'node:assert/strict';
import test from 'node:test';
import type { ProgressEvent } from '#model/run/notice.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { CompareProgress } from '#report/compare/compare-progress.js';
import { interruptedComparison } from '#report/compare/comparison-pieces.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { matchesGolden } from '../golden.js';
import { sampleCase } from '../run-sample.js';
import { casePairs, withOutcome } from './sample-comparisons.js';

const names = ['tickets', 'charged-twice', 'x\u001b[2J'.repeat(30)];

const cases = names.map((name, i) => sampleCase(name, i, 400));

const plan: RunPlan = {
  ...{ id: 'support-triage', body: '', cases, evidence: { prompt: '', cases: '', judge: '', models: '' } },
  ...{ partial: false, calls: 400, manner: defaultRunSettings, outlooks: [] },
};

function ended(name: string, cost_usd: number | null = null): ProgressEvent {
  const turns = [{ user_message: '', app_response: '', latency: 2, details: {} }];
  const trial = { case: name, index: 0, turns, started_at: '', duration_s: 1, outcome: 'finished' } as const;
  return { event: 'trial_finished', trial, done: 1, planned: 1200, missing: 0, cost_usd };
}

function begun(): CompareProgress {
  const progress = new CompareProgress('support-triage');
  for (const side of ['a', 'b'] as const) progress.take(side, { event: 'run_started', run_id: side, plan }, 0);
  return progress;
}

test('a pair counts when both of its trials have ended, and both sides share one line with their cost', () => {
  const progress = begun();
  for (let trial = 0; trial < 5; trial += 1) progress.take('a', ended('tickets', 0.5), 1000);
  for (let trial = 0; trial < 3; trial += 1) progress.take('b', ended('tickets', 0.25), 2000);
  progress.take('b', ended('charged-twice'), 2500);
  assert.equal(progress.standing().pairs, 3);
  matchesGolden(
    'pairs/progress',
    [progress.startLine(), ...progress.region(65_000, { paint: plainPaint, width: 80 })].join('\n'),
  );
});

test('a pair without one of its replies does not count, and the line has the reason that they share', () => {
  const progress = begun();
  const reason = 'the budget of 3 calls is used up';
  const gone = (missing: number): ProgressEvent => {
    const trial = {
      case: 'tickets',
      index: 1,
      turns: [],
      started_at: '',
      duration_s: 1,
      outcome: 'missing',
      reason,
    } as const;
    return { event: 'trial_finished', trial, done: 1, missing, planned: 1200, missed: null };
  };
  progress.take('a', gone(1), 1000);
  assert.match(
    progress.line(2000),
    /^no reply yet · the budget of 3 calls is used up · 0 of at most 1,200 pairs · 1 trial /,
  );
  for (const side of ['a', 'b'] as const) progress.take(side, ended('tickets'), 1000);
  progress.take('b', gone(2), 1000);
  assert.equal(progress.standing().pairs, 1);
  assert.match(
    progress.line(2000),
    /^1 of at most 1,200 pairs · 2 trials without a reply: the budget of 3 calls is used up · /,
  );
});

test('a case is settled once, and a line says how', () => {
  const progress = begun();
  const results = [
    casePairs('tickets'),
    casePairs('charged-twice', { ...withOutcome('worse'), difference: -0.12 }),
    casePairs(names[2] ?? '', withOutcome('undecided')),
    casePairs('tickets 2', { outcome: null, missing: 3 }),
    casePairs('small', { outcome: null, decides: false }),
  ];
  for (const result of results) assert.equal(progress.settle(result), true);
  for (const result of results) assert.equal(progress.settle(result), false);
  const lines = [80, 40].flatMap((width) =>
    results.map((one) => progress.settledLine(one, { paint: plainPaint, width })),
  );
  for (const [at, line] of lines.entries()) assert.ok(displayWidth(line) <= (at < results.length ? 80 : 40), line);
  matchesGolden('pairs/settled', lines.join('\n'));
});

test('a provider that does not answer has a line until a trial ends', () => {
  const progress = begun();
  const failure = { kind: 'overloaded', status: 529, message: 'Overloaded' } as const;
  progress.silent(
    { provider: 'anthropic', ms: 30_000, waiting: 12, nextInMs: 8000, failure, places: { most: 8, now: 1 } },
    0,
  );
  const lines = () => progress.region(10_000, { paint: plainPaint, width: 80 }).length;
  assert.equal(lines(), 2);
  progress.take('a', ended('tickets'), 11_000);
  assert.equal(lines(), 1);
});

test('an interrupted comparison says how far it came, what is settled, and how it goes on', () => {
  const known = { id: 'support-triage', pairs: 274, planned: 1200, cost_usd: 1.9, isAttempt: true };
  const kept = { replies: 410, batches: 0, resume: 'eva compare support-triage main --resume' };
  const settled = [casePairs('tickets'), casePairs('x\u001b[2J'.repeat(20))];
  const texts = [80, 40].flatMap((width) => {
    const screen = { paint: plainPaint, width };
    const nothing = { ...known, pairs: 0, cost_usd: null, settled: [], isAttempt: false };
    return [
      interruptedComparison({ ...known, settled }, kept, screen),
      interruptedComparison(nothing, { ...kept, replies: 0 }, screen),
    ];
  });
  const isCommand = (line: string) => line.includes('eva compare');
  for (const line of texts[2]?.split('\n') ?? []) assert.ok(isCommand(line) || displayWidth(line) <= 40, line);
  matchesGolden('pairs/interrupted', texts.join('\n'));
});
