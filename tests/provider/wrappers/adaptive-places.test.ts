import assert from 'node:assert/strict';
import test from 'node:test';
import { AdaptivePlaces } from '#provider/wrappers/limits.js';
import { createFakeClock } from '../../support/fake-clock.js';

function placesOf(ceiling: number) {
  const clock = createFakeClock();
  const places = new AdaptivePlaces(ceiling, clock.now);
  const answered = (times: number) => {
    for (let one = 0; one < times; one++) places.answered();
  };
  const busyAfter = async (ms: number, retryAfterMs = 0) => {
    await clock.advance(ms);
    places.busy(retryAfterMs);
    return places.count;
  };
  return { places, answered, busyAfter };
}

test('a provider that is not busy keeps all its places', () => {
  const { places, answered } = placesOf(4);
  answered(100);
  assert.equal(places.count, 4);
});

test('each busy answer halves the places, down to one', async () => {
  const { busyAfter } = placesOf(50);
  const counts: number[] = [];
  for (let one = 0; one < 7; one++) counts.push(await busyAfter(1_000));
  assert.deepEqual(counts, [25, 12, 6, 3, 1, 1, 1]);
});

test('a busy answer within a second of a halving changes nothing', async () => {
  const { busyAfter } = placesOf(40);
  assert.deepEqual(
    [await busyAfter(0), await busyAfter(500), await busyAfter(499), await busyAfter(1)],
    [20, 20, 20, 10],
  );
});

test('a busy answer during a longer retry-after changes nothing', async () => {
  const { busyAfter } = placesOf(40);
  assert.deepEqual([await busyAfter(0, 7_000), await busyAfter(6_999), await busyAfter(1)], [20, 20, 10]);
});

test('one place is added after as many answers as there are places, up to the ceiling', async () => {
  const { places, answered, busyAfter } = placesOf(4);
  await busyAfter(0);
  answered(1);
  assert.equal(places.count, 2);
  answered(1);
  assert.equal(places.count, 3);
  answered(2);
  assert.equal(places.count, 3);
  answered(1);
  assert.equal(places.count, 4);
  answered(50);
  assert.equal(places.count, 4);
});

test('answers from before a halving do not count towards growth', async () => {
  const { places, answered, busyAfter } = placesOf(8);
  await busyAfter(0);
  answered(3);
  assert.equal(await busyAfter(1_000), 2);
  answered(1);
  assert.equal(places.count, 2);
  answered(1);
  assert.equal(places.count, 3);
});
