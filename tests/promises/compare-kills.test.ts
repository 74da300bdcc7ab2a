import assert from 'node:assert/strict';
import test from 'node:test';
import { killed, undisturbed } from './killed-comparison.js';

test('a comparison that is killed asks for no reply of its journals again, and comes to the same result', async (t) => {
  const { api, whole } = await undisturbed(t);
  const [replies] = await killed(t, api, [Math.floor(whole.calls / 2)], whole.printed);
  assert.ok(replies !== undefined && replies > 0, `${replies} replies at the kill`);
});
