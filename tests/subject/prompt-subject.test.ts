import assert from 'node:assert/strict';
import test from 'node:test';
import type { Price } from '#model/config.js';
import type { TokenUsage } from '#model/exchange.js';
import { runTrial } from '#subject/run-trial.js';
import { caseWith } from '../support/prompt.js';
import { talkDeps } from '../support/talk.js';

async function costOf(usage: TokenUsage, prices: Readonly<Record<string, Price>>): Promise<unknown> {
  const { deps } = talkDeps(() => ({ text: 'yes', usage, model: 'as-reported' }), { prices });
  const trial = await runTrial(caseWith('a', []), '<task/>', 0, deps);
  return trial.turns[0]?.details['cost_usd'];
}

const prices = { 'claude-opus-4-7': { input: 5, output: 25 } };
const usage = { input_tokens: 1000, output_tokens: 200 };

test('a turn costs what its tokens cost at the price of the model that was asked for, whoever recorded it', async () => {
  // 1000 tokens at 5 and 200 at 25 dollars a million.
  assert.equal(await costOf(usage, prices), 0.01);
});

test('without a price or a count its cost is not known, and not 0', async () => {
  assert.equal(await costOf(usage, { 'as-reported': prices['claude-opus-4-7'] }), null);
  assert.equal(await costOf({ ...usage, output_tokens: null }, prices), null);
});
