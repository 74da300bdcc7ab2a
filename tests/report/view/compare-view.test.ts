import assert from 'node:assert/strict';
import test from 'node:test';
import { compareViewOf, promptChanges } from '#report/view/compare-view.js';
import { hostile, many, samples } from '../compare/sample-comparisons.js';

function viewed(name: string) {
  const comparison = samples[name];
  if (!comparison) throw new Error(`no comparison is called ${name}`);
  return compareViewOf(comparison, { rowPath: 'prompts/support-triage/.compare.jsonl' });
}

test('the verdict of a comparison is an outcome, a headline and a sentence', () => {
  const { outcome, verdict, headline, sentence, exit_code } = viewed('not-worse');
  assert.deepEqual([outcome, verdict, exit_code], ['passed', 'not_worse', 0]);
  assert.equal(headline.raw, 'support-triage: the working tree is not worse than main');
  assert.match(sentence.raw, /^A loss of 2 points or more is ruled out \(95% sure\)\. A gain is not shown\./);
});

test('each result of a comparison has its outcome', () => {
  const outcomes = ['better', 'worse', 'undecided', 'unfinished', 'same'].map((name) => viewed(name).outcome);
  assert.deepEqual(outcomes, ['passed', 'failed', 'inconclusive', 'unfinished', 'passed']);
  assert.equal(viewed('unfinished').verdict, null);
});

test('a case has the difference with its bounds, and the bar of the allowed loss', () => {
  const [one] = viewed('not-worse').cases;
  assert.ok(one);
  const { difference, lower, upper, bar, holds } = one.change;
  assert.deepEqual([lower, upper, bar, holds], [-0.0048, 0.0166, -0.02, true]);
  assert.equal(difference, 7 / 1200);
  assert.equal(
    one.change.sentence.raw,
    'tickets: a difference of +0.6 points, at least -0.5, at most +1.7 (95% sure), may lose 2 points: not worse',
  );
  assert.deepEqual(
    one.slices[0]?.rows.map(({ value, pairs }) => [value.raw, pairs]),
    [
      ['en', 620],
      ['de', 300],
      ['fr', 170],
      ['nl', 110],
    ],
  );
});

test('reasons are the first five cases, and no case that decides nothing', () => {
  const { reasons, cases } = compareViewOf(many);
  assert.equal(cases.length, 61);
  assert.deepEqual([reasons.length, ...new Set(reasons.map(({ mark }) => mark))], [5, 'failed']);
  assert.deepEqual(
    viewed('not-worse').reasons.map(({ subject, mark, href }) => [subject.raw, mark, href.length]),
    [['tickets', 'passed', 13]],
  );
});

test('flags name synthetic, partial and unfinished comparisons, with a sentence', () => {
  assert.deepEqual(viewed('synthetic').flags, ['synthetic', 'partial']);
  assert.deepEqual(viewed('unfinished').flags, ['unfinished']);
  assert.match(viewed('synthetic').notes[0]?.raw ?? '', /^SYNTHETIC: a person wrote replies of A by hand$/);
});

test('a comparison is the same after a round trip through JSON, with names from outside unchanged', () => {
  const view = compareViewOf(hostile);
  assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
  assert.ok(view.cases.some(({ name }) => name.raw === hostile.cases[0]?.case));
});

test('the changed lines of a prompt are shown with two lines around them, and the others are counted', async () => {
  const lines = (end: string) => [...Array.from({ length: 20 }, (_, at) => `line ${at}`), end].join('\n');
  const changes = await promptChanges(lines('old rule'), lines('new rule\nand one more'));
  assert.deepEqual([changes?.added, changes?.removed], [2, 1]);
  assert.deepEqual(
    changes?.lines.map(({ change, text }) => `${change} ${text.raw}`),
    [
      'gap 18 unchanged lines',
      'same line 18',
      'same line 19',
      'removed old rule',
      'added new rule',
      'added and one more',
    ],
  );
  assert.equal(await promptChanges('same', 'same'), null);
});
