import assert from 'node:assert/strict';
import test from 'node:test';
import { filePassP } from '#stats/hypergeometric.js';
import {
  type StratifiedLabels,
  stratifiedEstimate,
  stratifiedLowerBound,
  stratifiedP,
} from '#stats/label-estimates.js';
import { assertClose } from './close.js';

const [judged, judge_passed, m] = [11, 7, 6];

/** Returns the labels of every sample of m answers, if people pass the first A of the judge's passes and the first B of its failures. */
function samplesOf(A: number, B: number): StratifiedLabels[] {
  const samples: StratifiedLabels[] = [];
  for (let subset = 0; subset < 2 ** judged; subset++) {
    const members = Array.from({ length: judged }, (_, answer) => answer).filter((answer) => (subset >> answer) & 1);
    if (members.length !== m) continue;
    const count = (from: number, to: number) => members.filter((answer) => answer >= from && answer < to).length;
    const failures = { m0: count(judge_passed, judged), x0: count(judge_passed, judge_passed + B) };
    samples.push({ judged, judge_passed, m1: count(0, judge_passed), x1: count(0, A), ...failures });
  }
  return samples;
}

test('a false claim passes in fewer than alpha of all samples, however people divide their passes', () => {
  for (let A = 0; A <= judge_passed; A++) {
    for (let B = 0; B <= judged - judge_passed; B++) {
      const samples = samplesOf(A, B);
      for (const alpha of [0.1, 0.3]) {
        const passed = samples.filter((labels) => stratifiedP(labels, A + B + 1 > judged ? judged : A + B + 1) < alpha);
        if (A + B < judged) assert.ok(passed.length < alpha * samples.length, `${A} + ${B}: ${passed.length}`);
      }
    }
  }
});

test('p is the greatest share of samples with the same strata that look as good, however people divide too few passes', () => {
  const observed: StratifiedLabels = { judged, judge_passed, m1: 4, x1: 4, m0: 2, x0: 1 };
  const estimate = (labels: StratifiedLabels) => judge_passed * labels.x1 * 2 + (judged - judge_passed) * labels.x0 * 4;
  for (const need of [6, 8, 10]) {
    let greatest = 0;
    for (let A = Math.max(0, need - 1 - (judged - judge_passed)); A <= Math.min(judge_passed, need - 1); A++) {
      const samples = samplesOf(A, need - 1 - A).filter(({ m1 }) => m1 === 4);
      const asGood = samples.filter((labels) => estimate(labels) >= estimate(observed));
      greatest = Math.max(greatest, asGood.length / samples.length);
    }
    assertClose(stratifiedP(observed, need), greatest, 1e-12, 0, `need ${need}`);
  }
});

test('the bound is the largest share that is shown', () => {
  const labels = { judged: 300, judge_passed: 250, m1: 50, x1: 49, m0: 10, x0: 2 };
  const shown = Math.round(stratifiedLowerBound(labels, 0.05) * 300);
  assert.ok(stratifiedP(labels, shown) < 0.05);
  assert.ok(stratifiedP(labels, shown + 1) >= 0.05);
  assert.equal(stratifiedLowerBound({ judged: 10, judge_passed: 5, m1: 1, x1: 0, m0: 1, x0: 0 }, 0.05), 0);
});

test('if the judge failed none of the sample, the labels are a random part of its passes only', () => {
  const labels = { judged: 200, judge_passed: 190, m1: 60, x1: 58, m0: 0, x0: 0 };
  assert.equal(stratifiedP(labels, 170), filePassP(190, 170, { n: 60, k: 58 }));
  assert.equal(stratifiedP(labels, 195), 1);
  const ofFailures = { judged: 200, judge_passed: 10, m1: 0, x1: 0, m0: 60, x0: 58 };
  assert.equal(stratifiedP(ofFailures, 170), stratifiedP(labels, 170));
  assertClose(stratifiedEstimate(labels) ?? 0, 58 / 60, 1e-15);
  assert.equal(stratifiedEstimate({ ...labels, m1: 0, x1: 0 }), null);
});

test('a judge that says nothing about people costs little beside the labels alone', () => {
  const labels = { judged: 400, judge_passed: 200, m1: 40, x1: 36, m0: 40, x0: 36 };
  const alone = filePassP(400, 320, { n: 80, k: 72 });
  assert.ok(stratifiedP(labels, 320) >= alone * 0.9 && stratifiedP(labels, 320) < alone * 1.5);
});

test('labels that do not fit the answers are refused', () => {
  const labels = { judged: 20, judge_passed: 15, m1: 5, x1: 5, m0: 3, x0: 1 };
  for (const bad of [{ m1: 16 }, { m0: 6 }, { x1: 6 }, { x0: 4 }, { judge_passed: 21 }, { judged: 1.5 }]) {
    assert.throws(() => stratifiedP({ ...labels, ...bad }, 10), RangeError, JSON.stringify(bad));
  }
  assert.throws(() => stratifiedP(labels, 21), RangeError);
  assert.throws(() => stratifiedLowerBound(labels, 0), RangeError);
});
