import assert from 'node:assert/strict';
import test from 'node:test';
import type { Price } from '#model/config.js';
import type { TokenUsage } from '#model/exchange.js';
import { runTrial } from '#subject/run-trial.js';
import { caseWith } from '../support/prompt.js';

async function costOf(usage: TokenUsage, prices: Readonly<Record<string, Price>>): Promise<unknown> {
  const trial = await runTrial(caseWith('a', []), '<task/>', 0, {
    ask: async ({ case: name, role, draw }) => ({
      key: 'k',
      case: name,
      role,
      draw,
      source: 'recorded',
      ts: '2026-01-02T03:04:05.000Z',
      reply: { text: 'yes', stop: 'end', usage, latency_s: 0.5, model: 'as-reported' },
    }),
    route: () => ({ provider: 'anthropic', model: 'opus' }),
    now: () => new Date(0),
    elapsed: () => 0,
    prices,
  });
  return trial.turns[0]?.details['cost_usd'];
}

const prices = { opus: { input: 5, output: 25 } };
const usage = { input_tokens: 1000, output_tokens: 200 };

test('a turn costs what its tokens cost at the price of the model that was asked for, whoever recorded it', async () => {
  // 1000 tokens at 5 and 200 at 25 dollars a million.
  assert.equal(await costOf(usage, prices), 0.01);
});

test('without a price or a count its cost is not known, and not 0', async () => {
  assert.equal(await costOf(usage, { 'as-reported': prices.opus }), null);
  assert.equal(await costOf({ ...usage, output_tokens: null }, prices), null);
});
