import assert from 'node:assert/strict';
import test from 'node:test';
import { axisTicks, percentLabel, placeOnScale, scaleOfShares, widthOnScale } from '#page/figures/scale.js';

test('values are placed in percent of the width, inside a margin', () => {
  const scale = { from: 0.5, to: 1 };
  assert.deepEqual(
    [0.5, 0.75, 1, 0.2, 2].map((value) => placeOnScale(value, scale)),
    ['1.00%', '50.00%', '99.00%', '1.00%', '99.00%'],
  );
  assert.equal(widthOnScale(0.5, 0.75, scale), '49.00%');
  assert.equal(widthOnScale(0.75, 0.5, scale), '0.00%');
  assert.equal(placeOnScale(3, { from: 3, to: 3 }), '1.00%');
});

test('a scale of shares has all of them with room beside, ends at tens, and is never narrow', () => {
  const drawn = (lower: number | null, estimate: number, upper: number | null, bar: number) => ({
    ...{ lower, estimate, upper, bar },
  });
  assert.deepEqual(scaleOfShares([drawn(0.4, 0.5, 0.65, 0.8)]), { from: 0.3, to: 0.9 });
  assert.deepEqual(scaleOfShares([drawn(0.95, 1, 1, 0.95)]), { from: 0.7, to: 1 });
  assert.deepEqual(scaleOfShares([drawn(0, 0, 0.1, 0.05)]), { from: 0, to: 0.3 });
  assert.deepEqual(scaleOfShares([drawn(null, 0, null, 1)]), { from: 0, to: 1 });
});

test('a scale reaches to 0% or 100% for a range without a bound at that end, not for one without any', () => {
  const drawn = (lower: number | null, upper: number | null) => ({ lower, upper, estimate: 0.77, bar: 0.8 });
  assert.deepEqual(scaleOfShares([drawn(null, 0.93)]), { from: 0, to: 1 });
  assert.deepEqual(scaleOfShares([drawn(0.2, null)]), { from: 0.1, to: 1 });
  assert.deepEqual(scaleOfShares([drawn(null, null)]), { from: 0.7, to: 1 });
});

test('labels at the ends of an axis stay inside the figure', () => {
  const ticks = axisTicks({ from: 0, to: 1 }, percentLabel);
  assert.deepEqual(
    ticks.map(({ label, anchor }) => `${label} ${anchor}`),
    ['0% start', '20% middle', '40% middle', '60% middle', '80% middle', '100% end'],
  );
});
