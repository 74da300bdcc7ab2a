import assert from 'node:assert/strict';
import test from 'node:test';
import { casePaths } from '#decide/watch-case.js';
import { caseView } from '#report/view/case-view.js';
import { binsOf } from '#report/view/figures.js';
import type { CaseView, Figure } from '#report/view/view.js';
import { type MadeCase, madeCase } from '../../support/views/made-case.js';
import { lockedOutCase, refundCase, ticketsCase } from '../../support/views/support-triage.js';

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

test('the path of a curtailed case has its misses, its limit, and no other line to give up at', () => {
  const { points, limit, stop, most, sentence } = figureIn(refundCase(), 'path');
  assert.deepEqual([points[0], points.at(-1), limit, stop, most], [[0, 0], [11, 7], 6, undefined, 60]);
  assert.equal(sentence.raw, '7 misses in 11 of at most 60 trials. At most 6 may miss.');
});

test('the path of a sequential case has a line to pass and a line to give up', () => {
  const { points, pass = [], stop = [], limit } = figureIn(judged(400, 30, { sequential: true }), 'path');
  const [end = 0, misses = 0] = points.at(-1) ?? [];
  const lastOf = (line: readonly (readonly [number, number])[]) => line.filter(([at]) => at <= end).at(-1)?.[1] ?? -1;
  assert.equal(limit, undefined);
  assert.ok(end < 400 && misses <= lastOf(pass), 'it ended at the line of the pass');
  assert.ok(stop.length > 3 && lastOf(stop) > misses);
});

test('a long path has some hundred points, and keeps its end', () => {
  const { points } = figureIn(judged(3000, 3, { stop_early: false }), 'path');
  assert.equal(points.length, 400);
  assert.deepEqual(points.at(-1), [3000, 1000]);
});

test('a path names its claim among the claims of the case', () => {
  const one = viewed(ticketsCase(351));
  const path = one.figures.find(({ figure }) => figure === 'path');
  assert.ok(path?.figure === 'path');
  assert.equal(one.claims[path.claim]?.criterion, 'proportion_gte');
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

test('the table of classes names its most frequent mistake', () => {
  const { worst, counts, labels, sentence } = figureIn(ticketsCase(351), 'confusion');
  assert.deepEqual([worst, labels.length, counts[0]?.length], [{ row: 2, column: 0 }, 4, 5]);
  assert.match(sentence.raw, /refund answered as billing, 10 of 87\.$/);
});

test('a range holds unless no bound is valid, and latencies are shown without a bar', () => {
  const [claim] = viewed(refundCase()).claims;
  assert.equal(claim?.range?.holds, true);
  const [open] = viewed(judged(400, 30, { sequential: true })).claims;
  assert.deepEqual(open?.range, { lower: null, upper: null, bar: 0.9, holds: false });
  const latency = viewed(lockedOutCase()).figures.find((one) => one.figure === 'dots' && one.about.raw === 'latency');
  assert.ok(latency?.figure === 'dots' && latency.threshold === null && latency.unit.raw === 's');
});
