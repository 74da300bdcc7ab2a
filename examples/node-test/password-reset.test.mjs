import assert from 'node:assert/strict';
import test from 'node:test';
import { SigmaEval } from 'eva-harness';
import { passwordBot } from '../app/password-bot.mjs';
import { passwordReset } from '../app/scenario.mjs';
import { standIn } from '../app/stand-in.mjs';

// With a key: new SigmaEval({ judge_model: 'claude-haiku-4-5-20251001' })
const sigma = new SigmaEval({ judge_model: 'stand-in', provider: standIn() });

test('the bot gets people back into their account', async () => {
  const result = await sigma.evaluate(passwordReset, passwordBot);
  console.log(String(result));
  result.assertPassed();
});

// As a rule eva stops as soon as a scenario cannot pass any more; to see how bad it is, have it collect them all.
const everyConversation = { ...passwordReset, stop_early: false };

test('a bot that forgets the steps is caught, and the message is the printed result', async () => {
  const result = await sigma.evaluate(everyConversation, () => 'You can reset your password.');
  assert.equal(result.outcome, 'failed');
  assert.throws(() => result.assertPassed(), /❌ FAILED.* Correctness/);
});
