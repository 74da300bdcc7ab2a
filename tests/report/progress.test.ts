import assert from 'node:assert/strict';
import test from 'node:test';
import type { RunEvent } from '#model/run/event.js';
import { type CaseResult, ordinaryManner } from '#model/run/run.js';
import { advance, decidedLine, noProgress, progressLine, warningLine } from '#report/run/progress.js';
import { plainPaint } from '#report/text/paint.js';
import { held, sampleCase, sampleResult, sampleRun, sampleVerdict } from './run-sample.js';

const screen = { paint: plainPaint, width: 80 };
const cases = [sampleCase('small-file', 3, 2), sampleCase('two-files', 9, 38)];
const evidence = { prompt: '', cases: '', judge: '', models: '' };
const started: RunEvent = {
  event: 'run_started',
  run_id: 'r',
  plan: { id: 'diff', body: '', cases, evidence, partial: false, calls: 40, outlooks: [], manner: ordinaryManner },
};
const ended = (name: string, done: number): RunEvent => ({
  event: 'trial_finished',
  done,
  planned: 40,
  trial: { case: name, index: 0, turns: [], started_at: '', duration_s: 1, outcome: 'finished' },
});
const decided = (result: CaseResult): RunEvent => ({ event: 'case_decided', result });
const after = (...events: RunEvent[]) => [started, ...events].reduce(advance, noProgress);
const failing = sampleResult('small-file', false, [
  { findings: [{ about: 'contains: "<diff>"', holds: false, reason: '' }] },
  { findings: [held] },
]);
const missing = sampleResult('two-files', null, []);
const open = {
  ...sampleResult('two-files', false, [{ findings: [held] }]),
  verdicts: [sampleVerdict('every check holds', 'inconclusive', '1 of 1 trial passed; the bar is 95%')],
};

const lines: [string, RunEvent[], number, string][] = [
  ['a run that has just begun', [], 80, ' 0/40 trials'],
  ['a trial that ended', [ended('small-file', 1)], 80, ' 1/40 trials · small-file'],
  [
    'a case that failed, one without a reply',
    [ended('small-file', 2), decided(failing), ended('two-files', 12), decided(missing)],
    80,
    ' 12/40 trials · 1 failed · 1 without a reply · two-files',
  ],
  [
    'an inconclusive case is not counted as failed',
    [ended('small-file', 2), decided(failing), ended('two-files', 40), decided(open)],
    80,
    ' 40/40 trials · 1 failed · 1 inconclusive · two-files',
  ],
  ['a long name is cut', [ended('a-very-long-name-of-a-case', 12)], 30, ' 12/40 trials · a-very-long-…'],
  ['a narrow screen has no room for a name', [ended('small-file', 12)], 20, ' 12/40 trials'],
];
for (const [title, events, width, line] of lines) {
  test(`progress: ${title}`, () => {
    const text = progressLine(after(...events), { ...screen, width });
    assert.equal(text, line);
    assert.ok(text.length < width);
  });
}

test('a decided case is one line that stays', () => {
  const progress = after(ended('small-file', 2), decided(failing));
  assert.equal(decidedLine(progress, failing, screen), '[1/2] ✗ small-file  1 of 2 trials failed · contains: "<diff>"');
});

test('an inconclusive case has a mark and a word of its own', () => {
  const progress = after(decided(open));
  assert.equal(decidedLine(progress, open, screen), '[1/2] ~ two-files  inconclusive: 1 of 1 trial passed · bar 95%');
});

test('trials that are not needed any more sink the total', () => {
  const progress = after({ ...ended('small-file', 3), planned: 12 } as RunEvent);
  assert.equal(progressLine(progress, screen), ' 3/12 trials · small-file');
});

test('the end of a run does not change the progress', () => {
  const progress = after(ended('small-file', 2));
  assert.equal(advance(progress, { event: 'run_finished', result: sampleRun([]) }), progress);
});

test('a warning is one line', () => {
  assert.equal(warningLine('no key\nfor anthropic', screen), 'warning: no key\\nfor anthropic');
});
