import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { randomFrom } from '../../promises/mutate.js';
import { type LabelledExample, labelledCase, ofPeople, verdictOfLabels } from '../../support/labelled-case.js';

const runs = 2000;
const alpha = 0.05;

/** The chance that the judge passes an answer that people pass, and that it fails one that people fail. */
interface Judge {
  readonly sensitivity: number;
  readonly specificity: number;
}

/** Draws answers of which people pass `good`, in random order; the first `labels` of them are the sample. */
function drawAnswers(random: () => number, good: readonly boolean[], labels: number, judge: Judge): LabelledExample[] {
  const order = [...good];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] === true, order[last] === true];
  }
  return order.map((isGood, index) => {
    const isRight = random() < (isGood ? judge.sensitivity : judge.specificity);
    return { value: Number(isRight === isGood), ...(index < labels && { label: isGood ? 'pass' : 'fail' }) };
  });
}

/** Returns how often simulated runs of a case pass and fail. */
function outcomesOf(one: Case, draw: () => readonly LabelledExample[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { passed: 0, failed: 0, inconclusive: 0 };
  for (let run = 0; run < runs; run++) {
    const { outcome } = verdictOfLabels(one, draw());
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const [labels, bar] = [120, 0.87];
const judge = { sensitivity: 0.95, specificity: 0.8 };

test('of 2,000 runs whose answers satisfy people exactly as often as the bar, labels alone pass at most alpha, and fail at most alpha', () => {
  const random = randomFrom(1);
  const one = labelledCase(labels, ofPeople(bar, labels));
  const good = () => Array.from({ length: labels }, () => random() < bar);
  const { passed = 0, failed = 0 } = outcomesOf(one, () => drawAnswers(random, good(), labels, judge));
  assert.ok(passed > 0 && passed <= alpha * runs, `${passed} false passes`);
  assert.ok(failed > 0 && failed <= alpha * runs, `${failed} false failures`);
});

const N = 180;
const need = Math.ceil(bar * N);
const file = labelledCase({ claim: 'file', kept: N }, ofPeople(bar, labels));
const withGood = (count: number) => Array.from({ length: N }, (_, index) => index < count);

test('of 2,000 runs on a file with one good answer too few, the division by the judge passes at most alpha', () => {
  const random = randomFrom(2);
  const { passed = 0 } = outcomesOf(file, () => drawAnswers(random, withGood(need - 1), labels, judge));
  assert.ok(passed > 0 && passed <= alpha * runs, `${passed} false passes`);
});

test('of 2,000 runs on a file with just enough good answers, the division by the judge fails at most alpha', () => {
  const random = randomFrom(3);
  const { failed = 0 } = outcomesOf(file, () => drawAnswers(random, withGood(need), labels, judge));
  assert.ok(failed > 0 && failed <= alpha * runs, `${failed} false failures`);
});
