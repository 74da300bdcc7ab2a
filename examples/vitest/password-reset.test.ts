import { SigmaEval } from 'eva-harness';
import { matchers } from 'eva-harness/matchers';
import { expect, test } from 'vitest';
import { passwordBot } from '../app/password-bot.mjs';
import { passwordReset } from '../app/scenario.mjs';
import { standIn } from '../app/stand-in.mjs';

expect.extend(matchers);

/** Milliseconds for one scenario: vitest's five seconds are too few for models. At the end, `signal` stops the calls. */
const timeout = 10 * 60_000;

// With a key: new SigmaEval({ judge_model: 'claude-haiku-4-5-20251001' })
const sigma = new SigmaEval({ judge_model: 'stand-in', provider: standIn() });

test('the bot gets people back into their account', { timeout }, async ({ signal }) => {
  const result = await sigma.evaluate(passwordReset, passwordBot, { signal });
  expect(result).toPass();
  expect(result.conversations).toHaveLength(40);
});

// As a rule eva stops as soon as a scenario cannot pass any more; to see how bad it is, have it collect them all.
const everyConversation = { ...passwordReset, stop_early: false };

test('a bot that forgets the steps is caught, and the message is the printed result', { timeout }, async ({
  signal,
}) => {
  const result = await sigma.evaluate(everyConversation, () => 'You can reset your password.', { signal });
  expect(result.outcome).toBe('failed');
  expect(() => expect(result).toPass()).toThrow(/❌ FAILED.* Correctness/);
});
