import assert from 'node:assert/strict';
import test from 'node:test';
import { SigmaEval } from 'eva-harness';
import { assertPasses } from 'eva-harness/matchers';
import { passwordBot } from '../app/password-bot.mjs';
import { passwordReset } from '../app/scenario.mjs';
import { standIn } from '../app/stand-in.mjs';

/** Milliseconds for one scenario: without a limit, node:test waits for ever. At the end, `signal` stops the calls. */
const timeout = 10 * 60_000;

// With a key: new SigmaEval({ judge_model: 'claude-haiku-4-5-20251001' })
const sigma = new SigmaEval({ judge_model: 'stand-in', provider: standIn() });

test('the bot gets people back into their account', { timeout }, async ({ signal }) => {
  const result = await sigma.evaluate(passwordReset, passwordBot, { signal });
  console.log(String(result));
  assertPasses(result);
});

// As a rule eva stops as soon as a scenario cannot pass any more; to see how bad it is, have it collect them all.
const everyConversation = { ...passwordReset, stop_early: false };

test('a bot that forgets the steps is caught, and the message is the printed result', { timeout }, async ({
  signal,
}) => {
  const result = await sigma.evaluate(everyConversation, () => 'You can reset your password.', { signal });
  assert.equal(result.outcome, 'failed');
  assert.throws(() => assertPasses(result), /❌ FAILED.* Correctness/);
});
