import assert from 'node:assert/strict';
import test from 'node:test';
import { binomialLowerTail, binomialUpperTail } from '#stats/binomial.js';
import { sliceRule } from '#stats/multiple-testing.js';
import { divisionsOf } from './multinomial.js';

interface Slice {
  readonly n: number;
  readonly rate: number;
}

const [bar, alpha] = [0.7, 0.1];

/** Returns the chance that a slice at or below the bar passes, and that one at or above it fails, over all results. */
function falseNames(slices: readonly Slice[], isComplete: boolean): { pass: number; fail: number } {
  const chances = { pass: 0, fail: 0 };
  const visit = (rights: readonly number[], probability: number): void => {
    const next = slices[rights.length];
    if (next) {
      for (const { counts, probability: chance } of divisionsOf(next.n, [next.rate, 1 - next.rate])) {
        visit([...rights, counts[0] ?? 0], probability * chance);
      }
      return;
    }
    const p = (tail: typeof binomialUpperTail) => rights.map((k, i) => tail(k, slices[i]?.n ?? 0, bar));
    const { outcomes } = sliceRule({
      pass_p: p(binomialUpperTail),
      fail_p: p(binomialLowerTail),
      alpha,
      must: 'pass',
      isComplete,
    });
    const isNamed = (outcome: string, isFalse: (rate: number) => boolean) =>
      outcomes.some((one, i) => one === outcome && isFalse(slices[i]?.rate ?? 0));
    if (isNamed('passed', (rate) => rate <= bar)) chances.pass += probability;
    if (isNamed('failed', (rate) => rate >= bar)) chances.fail += probability;
  };
  visit([], 1);
  return chances;
}

test('any slice is named falsely with probability alpha at most, whatever the others are', () => {
  const families: readonly (readonly Slice[])[] = [
    [
      { n: 20, rate: 0.7 },
      { n: 25, rate: 0.7 },
      { n: 14, rate: 0.7 },
    ],
    [
      { n: 20, rate: 0.7 },
      { n: 25, rate: 0.98 },
      { n: 14, rate: 0.98 },
    ],
    [
      { n: 20, rate: 0.7 },
      { n: 25, rate: 0.7 },
      { n: 14, rate: 0.98 },
    ],
    [
      { n: 20, rate: 0.3 },
      { n: 25, rate: 0.7 },
      { n: 14, rate: 0.98 },
    ],
  ];
  for (const family of families) {
    for (const isComplete of [true, false]) {
      const { pass, fail } = falseNames(family, isComplete);
      assert.ok(pass <= alpha && fail <= alpha, `${JSON.stringify(family)}: ${pass} and ${fail}`);
    }
  }
});

test('all slices pass together below alpha only where everything was asked', () => {
  const tests = { pass_p: [0.04, 0.03], fail_p: [1, 1], alpha: 0.05, must: 'pass' as const };
  assert.deepEqual(sliceRule({ ...tests, isComplete: true }).outcomes, ['passed', 'passed']);
  const open = sliceRule({ ...tests, isComplete: false });
  assert.deepEqual(open.outcomes, ['inconclusive', 'inconclusive']);
  assert.equal(open.holds, true);
});

test('slices that must not fail hold while none is shown to fail', () => {
  const tests = { pass_p: [0.9, 0.9], alpha: 0.05, must: 'not_fail' as const, isComplete: true };
  assert.equal(sliceRule({ ...tests, fail_p: [0.025, 0.9] }).holds, true);
  assert.equal(sliceRule({ ...tests, fail_p: [0.024, 0.9] }).holds, false);
});

test('no slice holds, and lists of different lengths are refused', () => {
  const none = sliceRule({ pass_p: [], fail_p: [], alpha: 0.05, must: 'pass', isComplete: true });
  assert.deepEqual(none, { pass_adjusted: [], fail_adjusted: [], outcomes: [], holds: true });
  assert.throws(
    () => sliceRule({ pass_p: [0.1], fail_p: [], alpha: 0.05, must: 'pass', isComplete: true }),
    RangeError,
  );
});
