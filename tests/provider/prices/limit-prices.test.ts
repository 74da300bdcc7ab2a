import assert from 'node:assert/strict';
import test from 'node:test';
import type { LibraryConfig } from '#model/config.js';
import { limitPrices } from '#provider/prices/built-in-prices.js';

const empty: LibraryConfig = { concurrency: 1, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} };
const basis = { env: {}, on: new Date('2026-11-23T12:00:00Z') };
const free = { input: 0, output: 0 };

test('a model whose price in eva.yml is below the built-in one counts with the higher of both', () => {
  const models = ['openai:gpt-6-luna', 'claude-opus-4-7', 'claude-haiku-5-5'];
  const prices = { 'gpt-6-luna': free, 'claude-opus-4-7': { input: 4, output: 90 }, other: free };
  const found = limitPrices({ ...empty, prices }, models, basis);
  assert.deepEqual(found.raised, ['gpt-6-luna', 'claude-opus-4-7']);
  assert.deepEqual(found.prices['claude-opus-4-7'], { input: 5, output: 90 });
  assert.equal(found.prices['gpt-6-luna']?.input, 0.1);
  assert.deepEqual(found.prices['other'], free);
});

test('the price of long prompts counts too', () => {
  const prices = { 'gpt-6.2-sol': { input: 1, output: 13 } };
  const { 'gpt-6.2-sol': found } = limitPrices({ ...empty, prices }, ['openai:gpt-6.2-sol'], basis).prices;
  assert.deepEqual(found, { input: 2, output: 13, long: { above_tokens: 272_000, input: 4, output: 15 } });
});

test('a price that is below the built-in one for long prompts alone counts with the higher of both', () => {
  const long = { above_tokens: 272_000, input: 4, output: 15 };
  const lower = [
    { ...long, input: 3 },
    { ...long, output: 14 },
    { ...long, above_tokens: 300_000 },
  ];
  const owns = [{}, ...lower.map((one) => ({ long: one }))];
  for (const own of owns) {
    const prices = { 'gpt-6.2-sol': { input: 2, output: 10, ...own } };
    const found = limitPrices({ ...empty, prices }, ['openai:gpt-6.2-sol'], basis);
    assert.deepEqual(found, { prices: { 'gpt-6.2-sol': { input: 2, output: 10, long } }, raised: ['gpt-6.2-sol'] });
  }
  for (const enough of [
    { input: 4, output: 15 },
    { input: 2, output: 10, long },
  ]) {
    const prices = { 'gpt-6.2-sol': enough };
    assert.deepEqual(limitPrices({ ...empty, prices }, ['openai:gpt-6.2-sol'], basis), { prices, raised: [] });
  }
});

test('prices that are not lower stay as they are, and so do built-in ones', () => {
  const prices = {
    'claude-opus-4-7': { input: 5, output: 25 },
    'gpt-6-luna': { input: 0.01, output: 0.01, built_in: '2026-01-01' },
  };
  const models = ['claude-opus-4-7', 'openai:gpt-6-luna', 'nonsense'];
  assert.deepEqual(limitPrices({ ...empty, prices }, models, basis), { prices, raised: [] });
});

test('a model counts with the price of eva.yml at every server but the official one', () => {
  const local = { type: 'openai', base_url: 'http://localhost:11434/v1' } as const;
  const config = { ...empty, providers: { local }, prices: { 'gpt-6-luna': free } };
  assert.deepEqual(limitPrices(config, ['local:gpt-6-luna'], basis).raised, []);
  assert.deepEqual(limitPrices(config, ['local:gpt-6-luna', 'openai:gpt-6-luna'], basis).raised, ['gpt-6-luna']);
  const gateway = { ...basis, env: { OPENAI_BASE_URL: 'http://gateway/v1' } };
  assert.deepEqual(limitPrices(config, ['openai:gpt-6-luna'], gateway).raised, []);
});
