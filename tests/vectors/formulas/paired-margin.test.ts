import assert from 'node:assert/strict';
import test from 'node:test';
import { bettingMarginPower, type MarginDesign, marginPower } from '#stats/margin-power.js';
import { assertClose } from '../../stats/close.js';
import { divisionsOf } from '../../stats/multinomial.js';
import { differenceBounds, differenceProcess, marginTest, passDifferences } from './paired-margin.js';

/** Returns the chance that a p-value is below alpha, over all numbers of pairs that got better and worse. */
function chanceOf({ n, change, gain, margin, alpha }: MarginDesign, side: 'pass_p' | 'fail_p'): number {
  return divisionsOf(n, [(change + gain) / 2, (change - gain) / 2, 1 - change])
    .filter(({ counts: [b = 0, c = 0] }) => marginTest(passDifferences(b, c, n), margin)[side] < alpha)
    .reduce((sum, { probability }) => sum + probability, 0);
}

test('a version that is worse by exactly the margin is passed or failed at most as often as alpha', () => {
  for (const [margin, change] of [
    [0, 0.3],
    [0.1, 0.1],
    [0.1, 0.3],
    [0.3, 0.5],
  ] as const) {
    const design = { n: 15, change, gain: -margin, margin, alpha: 0.1 };
    assert.ok(chanceOf(design, 'pass_p') <= 0.1 && chanceOf(design, 'fail_p') <= 0.1, JSON.stringify(design));
  }
});

test('the power equals the enumeration of all results', () => {
  for (const design of [
    { n: 15, change: 0.2, gain: 0.1, margin: 0.2, alpha: 0.1 },
    { n: 12, change: 0.5, gain: -0.3, margin: 0.4, alpha: 0.2 },
    { n: 9, change: 0, gain: 0, margin: 0.3, alpha: 0.05 },
    { n: 10, change: 1, gain: 1, margin: 0, alpha: 0.05 },
    { n: 10, change: 0.4, gain: -0.4, margin: 0.5, alpha: 0.3 },
    { n: 0, change: 0.4, gain: 0, margin: 0.5, alpha: 0.3 },
  ]) {
    assertClose(marginPower(design), chanceOf(design, 'pass_p'), 1e-10, 1e-12, JSON.stringify(design));
  }
});

test('the published numbers of pairs have a power of 80 %, and four fifths of them do not', () => {
  for (const [n, change, gain, margin] of [
    [110, 0.02, 0, 0.05],
    [171, 0.05, 0, 0.05],
    [422, 0.05, 0, 0.03],
    [538, 0.2, 0, 0.05],
    [6428, 0.1, 0, 0.01],
  ] as const) {
    const power = (pairs: number) => marginPower({ n: pairs, change, gain, margin, alpha: 0.05 });
    assert.ok(power(n) >= 0.8 && power(n) < 0.85, `${n}: ${power(n)}`);
    assert.ok(power(Math.round(0.8 * n)) < 0.75, `${n}`);
  }
});

test('the power of the e-process after all pairs equals the enumeration of all results', () => {
  for (const design of [
    { n: 15, change: 0.2, gain: 0.1, margin: 0.3, alpha: 0.1 },
    { n: 12, change: 0.5, gain: 0.3, margin: 0.2, alpha: 0.2 },
    { n: 9, change: 0, gain: 0, margin: 0.3, alpha: 0.3 },
  ]) {
    const { n, change, gain, margin, alpha } = design;
    const expected = divisionsOf(n, [(change + gain) / 2, (change - gain) / 2, 1 - change])
      .filter(({ counts: [b = 0, c = 0] }) => {
        const process = differenceProcess(margin);
        for (const diff of passDifferences(b, c, n).diffs) process.push(diff);
        return Math.exp(-process.logE()) < alpha;
      })
      .reduce((sum, { probability }) => sum + probability, 0);
    assertClose(bettingMarginPower(design), expected, 1e-9, 1e-12, JSON.stringify(design));
  }
  assert.throws(() => bettingMarginPower({ n: 9, change: 0, gain: 0, margin: 1, alpha: 0.3 }), RangeError);
});

test('the bounds are those of the margin that is just shown', () => {
  const differences = passDifferences(3, 4, 200);
  const { lower, upper } = differenceBounds(differences, 0.05);
  assertClose(marginTest(differences, -lower).pass_p, 0.05, 1e-6);
  assert.ok(upper > 0 && lower < 0);
});

test('after any pairs, the e-process neither grows nor shrinks on average at the margin', () => {
  const logE = (diffs: readonly number[]) => {
    const process = differenceProcess(0.1);
    for (const diff of diffs) process.push(diff);
    return Math.exp(process.logE());
  };
  const past = [0, 1, 0, -1, 0, 0.5];
  const next = 0.2 * logE([...past, 1]) + 0.3 * logE([...past, -1]) + 0.5 * logE([...past, 0]);
  assertClose(next, logE(past), 1e-12);
});

test('differences out of range, odd counts and margins are refused', () => {
  assert.throws(() => passDifferences(3, 4, 6), RangeError);
  assert.throws(() => marginTest({ diffs: [-2], lo: -1, hi: 1 }, 0.1), RangeError);
  assert.throws(() => marginTest({ diffs: [0], lo: -1, hi: 1 }, -0.1), RangeError);
  assert.throws(() => differenceProcess(1), RangeError);
  assert.throws(() => differenceProcess(0.1).push(1.5), RangeError);
  assert.throws(() => marginPower({ n: 5, change: 0.1, gain: 0.2, margin: 0.1, alpha: 0.05 }), RangeError);
});
