import assert from 'node:assert/strict';
import test from 'node:test';
import type { LibraryConfig } from '#model/config.js';
import { withBuiltInPrices } from '#provider/prices/built-in-prices.js';

const empty: LibraryConfig = { concurrency: 1, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} };
const on = new Date('2026-11-23T12:00:00Z');

function inputs(config: Partial<LibraryConfig>, models: readonly string[], env = {}) {
  const prices = withBuiltInPrices({ ...empty, ...config }, models, { env, on });
  return Object.fromEntries(Object.entries(prices).map(([name, { input }]) => [name, input]));
}

test('models of the official servers have built-in prices, by their names at the provider', () => {
  const models = ['claude-opus-4-7', 'openai:gpt-6-luna', 'anthropic/claude-haiku-4-5-20251001', 'openai:unheard-of'];
  assert.deepEqual(inputs({}, models), { 'claude-opus-4-7': 5, 'gpt-6-luna': 0.1, 'claude-haiku-4-5-20251001': 1 });
  assert.deepEqual(inputs({}, ['openai:gpt-6-luna', 'openai-responses:gpt-6-luna']), { 'gpt-6-luna': 0.1 });
  assert.deepEqual(inputs({}, ['azure:gpt-6-luna']), {});
  assert.deepEqual(inputs({}, ['claude-cli:claude-opus-4-7', 'nonsense']), {});
});

test('Claude at a cloud costs what its region says, unless the server is another one', () => {
  const bedrock = ['bedrock:global.anthropic.claude-sonnet-5-5', 'bedrock:eu.anthropic.claude-opus-5-5'];
  assert.deepEqual(inputs({}, bedrock, { AWS_REGION: 'eu-west-1' }), {
    'global.anthropic.claude-sonnet-5-5': 2,
    'eu.anthropic.claude-opus-5-5': 4.4,
  });
  assert.deepEqual(inputs({}, bedrock, { ANTHROPIC_BEDROCK_BASE_URL: 'http://gateway' }), {});
  const vertex = ['vertex:claude-sonnet-5-5'];
  assert.deepEqual(inputs({}, vertex, { CLOUD_ML_REGION: 'global' }), { 'claude-sonnet-5-5': 2 });
  assert.deepEqual(inputs({}, vertex, { CLOUD_ML_REGION: 'europe-west1' }), { 'claude-sonnet-5-5': 2.2 });
  const google = { type: 'vertex', region: 'global', project: 'ours' } as const;
  assert.deepEqual(inputs({ providers: { google } }, ['google:claude-sonnet-5-5']), { 'claude-sonnet-5-5': 2 });
});

test('a price of eva.yml replaces the built-in one', () => {
  const prices = { 'gpt-6-luna': { input: 0, output: 0 }, other: { input: 1, output: 2 } };
  assert.deepEqual(inputs({ prices }, ['openai:gpt-6-luna']), { 'gpt-6-luna': 0, other: 1 });
});

test('a model at another server has no built-in price, whichever way the server was named', () => {
  const local = { type: 'openai', base_url: 'http://localhost:11434/v1' } as const;
  assert.deepEqual(inputs({ providers: { local } }, ['local:gpt-6-luna']), {});
  assert.deepEqual(inputs({ providers: { openai: local } }, ['openai:gpt-6-luna']), {});
  assert.deepEqual(inputs({}, ['openai:gpt-6-luna'], { OPENAI_BASE_URL: 'http://gateway/v1' }), {});
  assert.deepEqual(inputs({}, ['claude-opus-4-7'], { ANTHROPIC_BASE_URL: 'http://gateway' }), {});
  const official = { OPENAI_BASE_URL: 'https://api.openai.com/v1/' };
  assert.deepEqual(inputs({}, ['openai:gpt-6-luna'], official), { 'gpt-6-luna': 0.1 });
  const second = { type: 'openai', api_key_env: 'OTHER_KEY' } as const;
  assert.deepEqual(inputs({ providers: { second } }, ['second:gpt-6-luna']), { 'gpt-6-luna': 0.1 });
});

test('a name that two providers have at different prices has no built-in price', () => {
  const local = { type: 'openai', base_url: 'http://localhost:11434/v1' } as const;
  const models = ['local:gpt-6-luna', 'openai:gpt-6-luna'];
  assert.deepEqual(inputs({ providers: { local } }, models), {});
  assert.deepEqual(inputs({ providers: { local } }, models.toReversed()), {});
});

test('a resumed run has the built-in prices with which it began, and no other', () => {
  const kept = { 'gpt-6-luna': { input: 7, output: 8, built_in: '2026-01-01' } };
  const basis = { env: {}, on, kept };
  const prices = withBuiltInPrices(empty, ['openai:gpt-6-luna', 'claude-opus-4-7'], basis);
  assert.deepEqual(prices, kept);
  assert.deepEqual(withBuiltInPrices(empty, ['claude-opus-4-7'], { env: {}, kept: {} }), {});
});
