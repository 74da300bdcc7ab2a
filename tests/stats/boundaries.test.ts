import assert from 'node:assert/strict';
import test from 'node:test';
import { fixedBoundaries, mixtureBoundaries, operating, unreachableBoundary } from '#stats/boundaries.js';
import { bernoulliMixtureLogE } from '#stats/e-process.js';
import { operatingByEnumeration } from './enumeration.js';

function assertClose(actual: number, expected: number, within: number): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected} within ${within}`);
}

test('8 trials at p0 = 0.6 need 8 passes: 0.6^8 = 0.017, and 7 of 8 have p = 0.106', () => {
  assert.deepEqual(fixedBoundaries(8, 0.6, 0.05), {
    pass_at: [null, null, null, null, null, null, null, 8],
    stop_low: [0, 1, 2, 3, 4, 5, 6, 7],
  });
});

test('a fixed test that needs 7 of 8 allows one failure and may pass after the seventh trial', () => {
  assert.deepEqual(fixedBoundaries(8, 0.5, 0.05), {
    pass_at: [null, null, null, null, null, null, 7, 7],
    stop_low: [null, 0, 1, 2, 3, 4, 5, 6],
  });
});

test('a test that no outcome can pass has no bounds', () => {
  const none = { pass_at: [null, null, null], stop_low: [null, null, null] };
  assert.deepEqual(fixedBoundaries(3, 0.9, 0.05), none);
  assert.deepEqual(mixtureBoundaries(3, 0.9, 0.05), none);
  assert.deepEqual(operating(none, 0.9), { pass: 0, stop_low: 0, mean_n: 3 });
});

test('bounds without a pass are computed backwards from the last look', () => {
  assert.deepEqual(unreachableBoundary([null, 2, null, 3]), [null, 0, 1, 2]);
  assert.deepEqual(unreachableBoundary([null, 2, null, null]), [0, 1, 3, 4]);
});

test('the bounds of the mixture are the fewest passes with E >= 1/alpha', () => {
  const bounds = mixtureBoundaries(60, 0.75, 0.05);
  const bar = Math.log(20);
  bounds.pass_at.forEach((needed, look) => {
    const t = look + 1;
    if (needed === null) assert.ok(bernoulliMixtureLogE(t, t, 0.75, 'greater') < bar);
    else {
      assert.ok(bernoulliMixtureLogE(needed, t, 0.75, 'greater') >= bar);
      assert.ok(bernoulliMixtureLogE(needed - 1, t, 0.75, 'greater') < bar);
    }
  });
});

test('operating characteristics equal an enumeration of all sequences', () => {
  for (const bounds of [fixedBoundaries(11, 0.5, 0.05), mixtureBoundaries(12, 0.5, 0.05)]) {
    for (const p of [0, 0.3, 0.5, 0.8, 1]) {
      const [exact, listed] = [operating(bounds, p), operatingByEnumeration(bounds, p)];
      assertClose(exact.pass, listed.pass, 1e-12);
      assertClose(exact.stop_low, listed.stop_low, 1e-12);
      assertClose(exact.mean_n, listed.mean_n, 1e-12);
    }
  }
});

test('curtailment costs no level: the test passes as often as the fixed one', () => {
  const { pass, stop_low } = operating(fixedBoundaries(45, 0.75, 0.05), 0.9);
  assertClose(pass, 0.8414926146016443, 1e-12);
  assertClose(pass + stop_low, 1, 1e-12);
});

test('the mixture with 137 trials at 0.9 against 0.97 has its published level and mean numbers', () => {
  const bounds = mixtureBoundaries(137, 0.9, 0.05);
  const means = [0.98, 0.97, 0.935, 0.9, 0.8, 0.7].map((p) => Math.round(operating(bounds, p).mean_n));
  assert.deepEqual(means, [69, 81, 80, 59, 30, 20]);
  assert.equal(operating(bounds, 0.9).pass.toFixed(3), '0.023');
});

test('a rate outside [0, 1] is refused', () => {
  assert.throws(() => operating(fixedBoundaries(5, 0.5, 0.05), 1.2), RangeError);
  assert.throws(() => mixtureBoundaries(5, 1, 0.05), RangeError);
  assert.throws(() => mixtureBoundaries(-1, 0.5, 0.05), RangeError);
});
