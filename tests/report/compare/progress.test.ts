import assert from 'node:assert/strict';
import test from 'node:test';
import type { ProgressEvent } from '#model/run/notice.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { interruptedRuns } from '#report/run/interrupted.js';
import { CommandProgress } from '#report/run/progress.js';
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

function ended(name: string, cost_usd: number | null = null, done = 1): ProgressEvent {
  const turns = [{ user_message: '', app_response: '', latency: 2, details: {} }];
  const trial = { case: name, index: 0, turns, started_at: '', duration_s: 1, outcome: 'finished' } as const;
  return { event: 'trial_finished', trial, done, planned: 1200, missing: 0, cost_usd };
}

function begun(): CommandProgress {
  const titles = ['A', 'B'].map((name) => ({ name, prompt: 'support-triage', planned: 1200 }));
  const progress = new CommandProgress(titles, { isPair: true });
  for (const side of [0, 1]) progress.take(side, { event: 'run_started', run_id: `${side}`, plan }, 0);
  return progress;
}

test('both sides share one line with their trials and their cost', () => {
  const progress = begun();
  for (let trial = 0; trial < 5; trial += 1) progress.take(0, ended('tickets', 0.5, trial + 1), 1000);
  for (let trial = 0; trial < 3; trial += 1) progress.take(1, ended('tickets', 0.25, trial + 1), 2000);
  progress.take(1, ended('charged-twice', null, 4), 2500);
  assert.equal(progress.standing(0).done, 9);
  matchesGolden(
    'pairs/progress',
    [progress.startLine(), ...progress.lines(65_000, { paint: plainPaint, width: 80 })].join('\n'),
  );
});

test('a trial without a reply does not count, and the line has the reason that they share', () => {
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
  progress.take(0, gone(1), 1000);
  assert.match(
    progress.totalLine(2000),
    /^no reply yet · the budget of 3 calls is used up · 1 of at most 2,400 trials · 1 without a reply/,
  );
  for (const side of [0, 1]) progress.take(side, ended('tickets'), 1000);
  progress.take(1, gone(2), 1000);
  assert.equal(progress.standing(0).done, 2);
  assert.match(
    progress.totalLine(2000),
    /^2 of at most 2,400 trials · 2 without a reply: the budget of 3 calls is used up · /,
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
    results.map((one) => progress.settledPairsLine(one, { paint: plainPaint, width })),
  );
  for (const [at, line] of lines.entries()) assert.ok(displayWidth(line) <= (at < results.length ? 80 : 40), line);
  matchesGolden('pairs/settled', lines.join('\n'));
});

test('a provider that does not answer has a line until it answers', () => {
  const progress = begun();
  const failure = { kind: 'overloaded', status: 529, message: 'Overloaded' } as const;
  const places = { most: 8, now: 1 };
  const silence = { provider: 'anthropic', ms: 30_000, waiting: 12, nextInMs: 8000, failure, places };
  progress.silent(silence, 0);
  const lines = () => progress.lines(10_000, { paint: plainPaint, width: 80 }).join('\n');
  assert.match(lines(), /\n anthropic is busy/);
  progress.silent({ ...silence, ms: 0 }, 11_000);
  assert.doesNotMatch(lines(), /busy/);
});

test('an interrupted comparison says how far it came, what is settled, and how it goes on', () => {
  const known = {
    ...{ id: 'support-triage', done: 274, missing: 2, open: 1, planned: 1200, cost_usd: 1.9 },
    isAttempt: true,
  } as const;
  const kept = { replies: 410, batches: 0, resume: 'eva compare support-triage main --resume' };
  const settled = ['tickets', 'x\u001b[2J'.repeat(20)].map((name) => ({ name, outcome: 'passed' }) as const);
  const texts = [80, 40].flatMap((width) => {
    const screen = { paint: plainPaint, width };
    const nothing = { ...known, done: 0, missing: 0, cost_usd: null, settled: [], isAttempt: false };
    return [
      interruptedRuns([{ ...known, settled }], kept, screen),
      interruptedRuns([nothing], { ...kept, replies: 0 }, screen),
    ];
  });
  const isCommand = (line: string) => line.includes('eva compare');
  for (const line of texts[2]?.split('\n') ?? []) assert.ok(isCommand(line) || displayWidth(line) <= 40, line);
  matchesGolden('pairs/interrupted', texts.join('\n'));
});
