import assert from 'node:assert/strict';
import test from 'node:test';
import { startConversationApi } from '../support/conversation-api.js';
import { assertKillsLoseNothing, start } from './killed-library.js';

test('a program that is killed at 20 moments requests no reply of its journal again, and decides as if it had never been killed', (t) =>
  assertKillsLoseNothing(t, 5, 4));

test('a program without runs requests every reply again', async (t) => {
  const api = await startConversationApi(t);
  const first = await start(api, '', Number.POSITIVE_INFINITY);
  const second = await start(api, '', Number.POSITIVE_INFINITY);
  // conversations that were in progress when the result was settled make a few requests more or less
  for (const { requests } of [first, second]) assert.ok(requests > 100, `${requests} requests`);
});
