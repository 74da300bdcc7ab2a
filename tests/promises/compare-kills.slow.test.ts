import assert from 'node:assert/strict';
import test from 'node:test';
import { killed, undisturbed } from './killed-comparison.js';
import { randomFrom } from './mutate.js';

test('a comparison that is killed at any moment asks for no reply of its journals again, and comes to the same result', async (t) => {
  const { api, whole } = await undisturbed(t);
  const random = randomFrom(20261124);
  const kills: number[] = [];
  for (let run = 0; run < 9; run++) {
    const first = 1 + Math.floor(random() * whole.calls);
    const others = [random(), random()].map((share) => 1 + Math.floor(share * (whole.calls / 2)));
    kills.push(...(await killed(t, api, [first, ...others], whole.printed)));
  }
  // the last steps: results, comparison.json, the end of the attempt and the row
  for (let last = 0; last < 7; last++) kills.push(...(await killed(t, api, [whole.calls - last], whole.printed)));
  t.diagnostic(`${whole.calls} changes of the disk; killed with ${kills.join(', ')} replies in the journals`);
  assert.ok(kills.length >= 30, `${kills.length} kills`);
});
