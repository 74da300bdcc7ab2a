import assert from 'node:assert/strict';
import test from 'node:test';
import type { ProgressEvent } from '#model/run/notice.js';
import { type CaseResult, defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { interruptedPrompts } from '#report/run/interrupted.js';
import { CommandProgress, warningLine } from '#report/run/progress.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { datasetCase, datasetResult, sampleDataset, sampleItems } from './dataset-sample.js';
import { matchesGolden } from './golden.js';
import { held, sampleCase, sampleOutlook, sampleResult, sampleRun, sampleVerdict } from './run-sample.js';

const screen = (width: number) => ({ paint: plainPaint, width });
const names = ['charged-twice', 'tickets', 'refund-after-30-days', 'locked-out-abroad', '長い名前の長い名前', 'last'];
const cases = names.map((name, i) => sampleCase(name, i, 60));
const evidence = { prompt: '', cases: '', judge: '', models: '' };
const plan: RunPlan = {
  ...{ id: 'support-triage', body: '', cases, evidence, partial: false, calls: 400, manner: defaultRunSettings },
  outlooks: [sampleOutlook('refund-after-30-days', { max_failures: 6 })],
};

function ended(
  name: string,
  done: number,
  part: Partial<Extract<ProgressEvent, { event: 'trial_finished' }>> = {},
): ProgressEvent {
  const turns = [{ user_message: '', app_response: '', latency: done === 3 ? 41 : 1, details: {} }];
  const trial = { case: name, index: 0, turns, started_at: '', duration_s: 1, outcome: 'finished' } as const;
  return { event: 'trial_finished', trial, done, planned: 360, missing: 0, ...part };
}

/** A trial that ended without a reply, the `missing`th one. */
function gone(name: string, done: number, missing: number, reason: string): ProgressEvent {
  const trial = { case: name, index: 0, turns: [], started_at: '', duration_s: 1, outcome: 'missing', reason } as const;
  return { event: 'trial_finished', trial, done, planned: 360, missing, missed: null };
}

const spent = 'the budget of 30 calls is used up';
const down = [
  'openai gave no reply in 6 attempts: 503 The server is overloaded',
  'eva stopped calling openai after 8 calls in a row without a reply: 503 The server is overloaded',
];

const decided = (result: CaseResult): ProgressEvent => ({ event: 'case_decided', result });
const passed = sampleResult('charged-twice', true, [{ findings: [held] }]);

const title = { name: plan.id, prompt: plan.id, planned: 360 };

/** Returns the progress of a run that has just begun. */
function begun(ofRun = plan): CommandProgress {
  const progress = new CommandProgress([title]);
  progress.take(0, { event: 'run_started', run_id: 'r', plan: ofRun }, 0);
  return progress;
}

/** Returns the progress of a run after these events, one per second. */
function after(...events: readonly ProgressEvent[]): CommandProgress {
  const progress = begun();
  for (const [second, event] of events.entries()) progress.take(0, event, 1000 * (second + 1));
  return progress;
}

const busy = {
  ...{ provider: 'anthropic', ms: 30_000, waiting: 12, nextInMs: 8_000, places: { most: 8, now: 1 } },
  failure: { kind: 'overloaded', status: 529, message: 'Overloaded' },
};
const refunds = [1, 2, 3, 4].map((done) =>
  ended('refund-after-30-days', done, { missed: done > 1, cost_usd: done / 2 }),
);

const ids = Array.from({ length: 30 }, (_, at) =>
  at === 2 ? 'a-prompt-with-a-very-long-name-indeed' : `prompt-${at}`,
);

/** Returns the progress of thirty prompts: eight have ended, three have open cases. */
function library(): CommandProgress {
  const progress = new CommandProgress(
    ids.map((id) => ({ name: id, prompt: id, planned: 360 })),
    { inFlight: () => 20 },
  );
  for (const at of ids.slice(0, 11).keys()) progress.take(at, { event: 'run_started', run_id: 'r', plan }, 0);
  for (const at of ids.slice(0, 11).keys()) {
    progress.take(at, ended('tickets', 1, { cost_usd: 0.03 }), 5_000);
    if (at < 8) progress.end(at, true);
    else
      for (const name of names.slice(2, 4))
        progress.take(at, ended(name, 2, { cost_usd: 0.03, missed: at > 8 }), 9_000);
  }
  progress.take(9, gone('last', 2, 1, down[0] ?? ''), 9_000);
  return progress;
}

const states: readonly (readonly [what: string, () => CommandProgress, atS: number])[] = [
  ['a run that has just begun', begun, 0],
  ['open cases, one with failures', () => after(...refunds, ended('tickets', 5)), 65],
  ['a settled case is not open', () => after(ended('charged-twice', 1), decided(passed), ended('charged-twice', 2)), 9],
  ['more cases than there are lines', () => after(...names.map((name, i) => ended(name, i + 1))), 3700],
  [
    'a provider that is busy',
    () => {
      const progress = after(...refunds, ...names.map((name, i) => ended(name, i + 5)));
      progress.silent(busy, 40_000);
      return progress;
    },
    47,
  ],
  ['thirty prompts', library, 22],
  [
    'thirty prompts, and a provider that is busy',
    () => {
      const progress = library();
      progress.silent(busy, 22_000);
      return progress;
    },
    22,
  ],
];

test('the lines of progress, at 40 and 80 columns', () => {
  const texts = states.flatMap(([what, progressOf, atS]) =>
    [40, 80].map((width) => [`${what}, ${width}`, ...progressOf().lines(1000 * atS, screen(width))].join('\n')),
  );
  matchesGolden('progress', `${texts.join('\n\n')}\n`);
});

test('there are at most six lines, each narrower than the screen, and none twice', () => {
  for (const [, progressOf, atS] of states) {
    for (const width of [20, 40, 60, 80, 200]) {
      const lines = progressOf().lines(1000 * atS, screen(width));
      assert.ok(lines.length <= 6);
      assert.equal(new Set(lines).size, lines.length);
      for (const line of lines) assert.ok(displayWidth(line) < width, line);
    }
  }
});

test('a silent provider is shown until its silence ends, whatever others answer', () => {
  const progress = after(...refunds);
  progress.silent(busy, 40_000);
  const [waiting] = progress.lines(45_000, screen(80)).slice(-1);
  assert.match(waiting ?? '', /529.* 35s .* 3s$/);
  assert.doesNotMatch(progress.lines(50_000, screen(80)).at(-1) ?? '', /next/);
  progress.take(0, ended('tickets', 5), 51_000);
  assert.match(progress.lines(51_000, screen(80)).join(' '), /529/);
  progress.silent({ ...busy, ms: 0 }, 52_000);
  assert.doesNotMatch(progress.lines(52_000, screen(80)).join(' '), /529/);
});

test('the remaining time follows from the rate of the last minute', () => {
  const progress = after();
  assert.doesNotMatch(progress.totalLine(3_000), /left/);
  for (let done = 1; done <= 120; done++) {
    progress.take(0, ended('tickets', done), done * 100);
  }
  assert.match(progress.totalLine(12_000), /about 24s left/);
});

test('the known facts of a run are available when it is interrupted', () => {
  const inconclusive = {
    ...passed,
    name: 'tickets',
    passed: false,
    verdicts: [sampleVerdict('x', 'inconclusive', 'y')],
  };
  const { cost_usd, ...standing } = after(...refunds, decided(passed), decided(inconclusive)).standing(0);
  assert.equal(cost_usd, 2);
  assert.deepEqual(standing, {
    id: 'support-triage',
    settled: [
      { name: 'charged-twice', outcome: 'passed' },
      { name: 'tickets', outcome: 'inconclusive' },
    ],
    open: 4,
    done: 4,
    missing: 0,
    planned: 360,
    built_in_prices: undefined,
  });
});

test('the end of a run does not change its progress', () => {
  const progress = after(...refunds);
  const before = progress.standing(0);
  progress.take(0, { event: 'run_finished', result: sampleRun([]) }, 9_000);
  assert.deepEqual(progress.standing(0), before);
});

test('a warning is one line', () => {
  assert.equal(warningLine('no key\nfor anthropic', screen(80)), 'warning: no key\\nfor anthropic');
});

test('a data set shows its items and the share that is right', () => {
  const dataset = datasetCase('tickets', { ...sampleDataset, asked: 500 });
  const progress = begun({ ...plan, cases: [dataset], outlooks: [] });
  for (let done = 1; done <= 212; done++) {
    progress.take(0, ended('tickets', done, { planned: 500, ...(done % 20 === 0 && { missed: true }) }), done * 50);
  }
  const [total, line] = progress.lines(10_600, screen(80));
  assert.match(line ?? '', /tickets +212 of 500 items · 202 right \(95\.3%\)/);
  assert.match(total ?? '', /about 14s left/);
});

/** Returns the progress of a data set of 500 items, and of a case of 60 trials, after these events. */
function ofBoth(...events: readonly ProgressEvent[]): CommandProgress {
  const dataset = datasetCase('tickets', { ...sampleDataset, asked: 500 });
  const progress = begun({ ...plan, cases: [dataset, sampleCase('last', 5, 60)] });
  for (const event of events) progress.take(0, event, 1000);
  return progress;
}

test('trials without a reply are neither right nor wrong, and stand apart with the reason that they share', () => {
  const replied = [1, 2, 3].map((done) => ended('tickets', done, { missed: done === 3 }));
  const missing = [1, 2, 3, 4].map((nth) => gone(nth === 4 ? 'last' : 'tickets', 3, nth, spent));
  const progress = ofBoth(...replied, ...missing);
  const [total, tickets, last] = progress.lines(9_000, screen(120));
  assert.match(tickets ?? '', /tickets +3 of 500 items · 2 right \(66\.7%\) · 3 without a reply$/);
  assert.match(last ?? '', /last +0 of 60 · 1 without a reply$/);
  assert.match(total ?? '', /^ 3 of at most 360 trials · 4 without a reply: the budget of 30 calls is used up · /);
  assert.match(
    progress.totalLine(9_000),
    /^3 of .* · 4 without a reply: the budget of 30 calls is used up · 9s, about/,
  );
  assert.equal(progress.standing(0).done, 3);
});

test('before the first reply the words of the provider, or the limit of the budget, are shown', () => {
  for (const [reasons, words] of [
    [down, 'openai: 503 The server is overloaded'],
    [[spent], spent],
  ] as const) {
    const progress = ofBoth(...reasons.map((reason, at) => gone('tickets', 0, at + 1, reason)));
    const shown = [progress.totalLine(9_000), progress.lines(9_000, screen(120)).join('\n')];
    for (const text of shown) {
      assert.ok(text.includes(`no reply yet · ${words} · `), text);
      assert.doesNotMatch(text, /right|%|failed/);
    }
  }
});

test('missing trials with several reasons show none, and a case of nothing else has no share', () => {
  const progress = ofBoth(gone('tickets', 0, 1, spent), gone('tickets', 0, 2, down[0] ?? ''));
  assert.match(progress.totalLine(9_000), /^no reply yet · 0 of at most 360 trials · 2 without a reply · 9s/);
  assert.match(progress.lines(9_000, screen(80)).at(-1) ?? '', /tickets +0 of 500 items · 2 without a reply$/);
});

test('a judge that gave no verdict on a reply does not make "no reply yet"', () => {
  const [first] = [gone('tickets', 0, 1, spent)];
  assert.ok(first?.event === 'trial_finished');
  const turns = [{ user_message: '', app_response: 'x', latency: 1, details: {} }];
  const progress = ofBoth({ ...first, trial: { ...first.trial, turns } });
  assert.match(progress.totalLine(9_000), /^0 of at most 360 trials · 1 without a reply: the budget/);
});

test('the words of a provider that does not answer are shown while there is no reply', () => {
  const progress = ofBoth();
  progress.silent(busy, 40_000);
  assert.match(progress.lines(41_000, screen(120)).at(-1) ?? '', /anthropic is busy \(529 Overloaded\) for 31s/);
  progress.take(0, ended('tickets', 1), 42_000);
  progress.silent(busy, 60_000);
  assert.match(progress.lines(61_000, screen(120)).at(-1) ?? '', /anthropic is busy \(529\) for/);
});

test('a settled data set says that a slice failed, and of several claims how many passed', () => {
  const testCase = datasetCase('tickets', sampleDataset);
  const progress = begun({ ...plan, cases: [testCase], outlooks: [] });
  const line = progress.settledLine(0, datasetResult(testCase, sampleItems(1200)), screen(80));
  assert.match(line, /tickets +a slice failed · 1 of 2 claims passed$/);
});

test('several prompts are counted, and each line about a case names its prompt', () => {
  const progress = library();
  assert.match(
    progress.totalLine(9_000),
    /^8 of 30 prompts · 20 calls in flight · 14 of at most 7,928 trials · 1 without/,
  );
  const [, , first, second] = progress.lines(22_000, screen(100));
  assert.match(first ?? '', /^ {3}prompt-8 +tickets +1 of 60$/);
  assert.match(second ?? '', /^ {3}prompt-9 +tickets +1 of 60$/);
  assert.match(progress.lines(22_000, screen(100)).at(-1) ?? '', /^ {3}\d+ more cases of \d prompts$/);
  assert.match(progress.settledLine(9, passed, screen(100)), /^prompt-9 +✓ charged-twice/);
  assert.deepEqual([progress.placeText(0), progress.placeText(9)], ['[1/30]  ', '[10/30] ']);
});

test('a prompt is done when all of its variants are, and alone it has no number', () => {
  const variants = ['large', 'small'].map((name) => ({ ...title, name: `support-triage × ${name}` }));
  const progress = new CommandProgress([...variants, { ...title, prompt: 'other' }]);
  for (const at of [0, 2]) progress.take(at, { event: 'run_started', run_id: 'r', plan }, 0);
  progress.end(0, true);
  progress.end(0, true);
  assert.match(progress.totalLine(0), /^0 of 2 prompts · 0 of at most 720 trials/);
  progress.end(2, false);
  progress.end(1, true);
  assert.match(progress.totalLine(0), /^1 of 2 prompts · 0 of at most 0 trials/);
  const alone = new CommandProgress(variants);
  alone.take(0, { event: 'run_started', run_id: 'r', plan }, 0);
  assert.deepEqual([alone.placeText(1), alone.totalLine(0)], ['', '0 of at most 720 trials · 0s']);
  assert.match(alone.settledLine(0, passed, screen(80)), /^large {2}✓ /);
  assert.match(progress.settledLine(0, passed, screen(60)), /^sup\S*… × large {2}✓ /);
});

test('an interrupted command of several prompts says in a few lines how far it came, and how it goes on', () => {
  const kept = { replies: 410, batches: 0, resume: 'eva eval --resume', isAttempt: true };
  const stateOf = (at: number) => (at < 12 ? 'done' : at < 16 ? 'under_way' : 'not_begun');
  const runs = ids.map((id, at) => ({ id, state: stateOf(at) }) as const);
  const several = [...runs.slice(0, 13), { ...runs[12], id: ids[12] ?? '', state: 'done' as const }, ...runs.slice(13)];
  const texts = [100, 80, 40].flatMap((width) => [
    interruptedPrompts(several, kept, screen(width)),
    interruptedPrompts(several.slice(11, 14), { ...kept, replies: 0, isAttempt: false }, screen(width)),
  ]);
  matchesGolden('interrupted-prompts', texts.join('\n'));
});
