import assert from 'node:assert/strict';
import test from 'node:test';
import { plainPaint } from '#report/paint.js';
import { prettyRecompute, type VerdictDifference } from '#report/recompute.js';
import { matchesGolden } from './golden.js';
import { sampleVerdict } from './run-sample.js';

const screen = { paint: plainPaint, width: 80 };
const about = 'every check holds';
const stored = { ...sampleVerdict(about, 'passed', '60 of 60 trials passed; the bar is 95%'), p_value: 0.046 };
const recomputed = {
  ...sampleVerdict(about, 'inconclusive', '58 of 60 trials passed; the bar is 95%'),
  p_value: 0.4174,
};
const difference = (name: string, changes: Partial<VerdictDifference> = {}): VerdictDifference => ({
  ...{ case: name, about, criterion: 'proportion_gte', stored, recomputed, ...changes },
});

const closings: [string, readonly VerdictDifference[], number, string][] = [
  ['all verdicts agree', [], 7, '\n  ✓ all 7 verdicts agree with the scores\n'],
  ['the only verdict agrees', [], 1, '\n  ✓ the verdict agrees with the scores\n'],
  ['a run without a verdict', [], 0, '\n  there is no verdict to compare\n'],
];
for (const [title, differences, total, text] of closings) {
  test(`recompute: ${title}`, () => assert.equal(prettyRecompute(differences, total, screen), text));
}

test('verdicts that do not follow from the scores are listed with what differs', () => {
  const differences = [
    difference('small-file'),
    difference('forgotten', { stored: null }),
    difference('invented', { recomputed: null }),
  ];
  matchesGolden('recompute', prettyRecompute(differences, 7, screen));
});

test('one difference is not many', () => {
  assert.match(
    prettyRecompute([difference('a')], 7, screen),
    /\n {2}1 of 7 verdicts does not follow from the scores\n$/,
  );
});
