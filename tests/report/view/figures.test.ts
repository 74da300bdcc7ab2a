import assert from 'node:assert/strict';
import test from 'node:test';
import { casePaths } from '#decide/watch-case.js';
import { caseView } from '#report/view/case-view.js';
import { binsOf } from '#report/view/figures.js';
import type { CaseView, Figure } from '#report/view/view.js';
import { type MadeCase, madeCase } from '../../support/views/made-case.js';

function viewed({ testCase, result }: MadeCase): CaseView {
  return caseView(result, testCase, { id: 'support-triage', isShard: false, body: '<task/>', pathsOf: casePaths });
}

function figureIn<Kind extends Figure['figure']>(one: MadeCase, kind: Kind): Extract<Figure, { figure: Kind }> {
  const found = viewed(one).figures.find(({ figure }) => figure === kind);
  if (!found) throw new Error(`no figure ${kind}`);
  return found as Extract<Figure, { figure: Kind }>;
}

/** Makes a case of `n` judged trials, of which one in `every` misses. */
function judged(n: number, every: number, changes = {}): MadeCase {
  return madeCase({
    ...{ name: 'judged', line: 3, n, bar: 0.9, isJudged: true, changes },
    trial: (index) => ({ reply: 'x', judge: [index % every === every - 1 ? 2 : 5, 'so'] }),
  });
}

test('a long path has some hundred points, and keeps its end', () => {
  const { points } = figureIn(judged(3000, 3, { stop_early: false }), 'path');
  assert.equal(points.length, 400);
  assert.deepEqual(points.at(-1), [3000, 1000]);
});

test('up to 200 scores of a judge are dots, more are bins with a bin for each score', () => {
  const dots = figureIn(judged(200, 4, { stop_early: false }), 'dots');
  assert.deepEqual([dots.about.raw, dots.values.length, dots.threshold, dots.better], ['judge', 200, 4, 'up']);
  assert.equal(dots.sentence.raw, 'judge: 200 scores, from 2 to 5, median 5. 150 of them reach 4.');
  const bins = figureIn(judged(201, 4, { stop_early: false }), 'bins');
  assert.deepEqual(
    [bins.edges, bins.counts],
    [
      [1.5, 2.5, 3.5, 4.5, 5.5],
      [50, 0, 0, 151],
    ],
  );
});

test('bins have round edges, and hold all values', () => {
  const values = Array.from({ length: 1000 }, (_, index) => 0.37 + ((index * 37) % 101) / 33);
  const { edges, counts } = binsOf(values);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1000,
  );
  assert.equal(edges.length, counts.length + 1);
  assert.ok((edges[0] ?? 1) <= 0.37 && (edges.at(-1) ?? 0) >= Math.max(...values));
  assert.deepEqual(edges.slice(0, 3), [0.2, 0.4, 0.6]);
  assert.deepEqual(binsOf([3, 3]), { edges: [2.5, 3.5], counts: [2] });
});
