import assert from 'node:assert/strict';
import test from 'node:test';
import { compareViewOf, promptChanges } from '#report/view/compare-view.js';
import { hostile, samples } from '../compare/sample-comparisons.js';

function viewed(name: string) {
  const comparison = samples[name];
  if (!comparison) throw new Error(`no comparison is called ${name}`);
  return compareViewOf(comparison, { rowPath: 'prompts/support-triage/.compare.jsonl' });
}

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
