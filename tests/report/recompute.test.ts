import assert from 'node:assert/strict';
import test from 'node:test';
import type { VerdictDifference } from '#model/run/verdict.js';
import { prettyRecompute, type RecomputeView } from '#report/commands/recompute.js';
import { plainPaint } from '#report/text/screen.js';
import { matchesGolden } from './golden.js';
import { sampleVerdict } from './run-sample.js';

const about = 'every check holds';
const stored = { ...sampleVerdict(about, 'passed', '60 of 60 trials passed; the bar is 95%'), p_value: 0.046 };
const recomputed = {
  ...sampleVerdict(about, 'inconclusive', '58 of 60 trials passed; the bar is 95%'),
  p_value: 0.4174,
};
const difference = (name: string, changes: Partial<VerdictDifference> = {}): VerdictDifference => ({
  ...{ case: name, about, criterion: 'proportion_gte', stored, recomputed, ...changes },
});

function render(found: Partial<RecomputeView>, width = 80): string {
  const nothing = { total: 7, differences: [], contradictions: [] };
  const run = { id: 'page-on-call', run_id: '20260501T101500Z-0a1b2c' };
  return prettyRecompute({ ...run, ...nothing, ...found }, { paint: plainPaint, width });
}

const total = 'the run: passed is stored as 3, and the scores say 2';
const settled = 'case "a": stopped_at is stored as 5, and the scores say 9';

const closings: [string, Partial<RecomputeView>, string][] = [
  ['all verdicts agree', {}, '  ✓ all 7 verdicts agree with the scores'],
  ['the only verdict agrees', { total: 1 }, '  ✓ the verdict agrees with the scores'],
  ['a run without a verdict', { total: 0 }, '  there is no verdict to compare'],
  [
    'another entry contradicts',
    { contradictions: [total] },
    '  the verdicts follow from the scores, but 1 other entry of the result does not',
  ],
  [
    'the only verdict agrees, and others contradict',
    { total: 1, contradictions: [total, settled] },
    '  the verdict follows from the scores, but 2 other entries of the result do not',
  ],
  [
    'a run without a verdict contradicts itself',
    { total: 0, contradictions: [total] },
    '  1 entry of the result does not follow from the scores',
  ],
  ['one difference', { differences: [difference('a')] }, '  1 of 7 verdicts does not follow from the scores'],
];
for (const [title, found, closing] of closings) {
  test(`recompute: ${title}`, () => assert.equal(render(found).split('\n').at(-2), closing));
}

test('a recomputation begins with the name of its run', () => {
  assert.equal(render({}), '\n page-on-call  20260501T101500Z-0a1b2c\n\n  ✓ all 7 verdicts agree with the scores\n');
});

test('with a contradiction nothing has a tick, and each contradiction has a cross', () => {
  const lines = render({ contradictions: [total, settled] }).split('\n');
  assert.deepEqual(
    lines.filter((line) => /[✓✗]/.test(line)),
    [`  ✗ ${total}`, `  ✗ ${settled}`],
  );
});

test('verdicts that do not follow from the scores are listed with their differences', () => {
  const differences = [
    difference('small-file'),
    difference('forgotten', { stored: null }),
    difference('invented', { recomputed: null }),
  ];
  matchesGolden('recompute', render({ differences, contradictions: [total, settled] }));
});

test('no line of a recomputation is wider than the screen', () => {
  const text = render({ differences: [difference('small-file')], contradictions: [total, settled] }, 60);
  assert.deepEqual(
    text.split('\n').filter((line) => line.length > 60),
    [],
  );
});
