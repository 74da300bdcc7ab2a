import assert from 'node:assert/strict';
import test from 'node:test';
import { costOf } from '#model/reply/price.js';
import {
  bedrockModel,
  listPrice,
  priceSources,
  priceTable,
  tableDate,
  vertexModel,
} from '#provider/prices/price-table.js';

const on = new Date('2026-11-23T12:00:00Z');

function openai(model: string, day = on) {
  return listPrice({ seller: 'openai', model, place: 'provider' }, day);
}

function claude(model: string, place: 'provider' | 'global' | 'regional' = 'provider') {
  return listPrice({ seller: 'anthropic', model, place }, on);
}

test('a name has the price of its row: with the date of a snapshot too, and never by its beginning', () => {
  assert.equal(openai('gpt-5')?.input, 1.25);
  assert.equal(openai('gpt-5-2025-08-07')?.input, 1.25);
  assert.equal(openai('gpt-5-mini')?.input, 0.25);
  assert.equal(claude('claude-haiku-4-5-20251001')?.output, 5);
  assert.equal(claude('claude-opus-5-5')?.input, 4);
  assert.equal(claude('claude-opus-5')?.input, 5);
  for (const name of ['gpt-5-codex', 'gpt-5-2025', 'gpt-5-20250807', 'gpt-5-latest', 'ft:gpt-5:us', 'GPT-5', 'gpt-5 '])
    assert.equal(openai(name), undefined, name);
  for (const name of ['claude-opus', 'claude-opus-4', 'claude-opus-5-2', 'claude-opus-5-5[1m]', 'gpt-5', 'toString'])
    assert.equal(claude(name), undefined, name);
  assert.equal(openai('gpt-4o-2024-08-06')?.input, 2.5);
  assert.equal(openai('gpt-4o-2024-05-13'), undefined);
});

test('a model has no price from the day on which it ends', () => {
  assert.equal(openai('gpt-5', new Date('2026-12-10T23:59:59Z'))?.input, 1.25);
  assert.equal(openai('gpt-5', new Date('2026-12-11T00:00:00Z')), undefined);
});

test('a request with a long prompt costs more with all its tokens', () => {
  const haiku = claude('claude-haiku-5-5');
  const usd = (input_tokens: number) => costOf({ input_tokens, output_tokens: 1_000_000 }, haiku);
  assert.equal(usd(100_000), 0.01 + 0.5);
  assert.equal(usd(100_001), (100_001 * 0.5 + 2.5e6) / 1e6);
  assert.equal(costOf({ input_tokens: 300_000, output_tokens: 0 }, openai('gpt-6.2-sol')), 1.2);
  assert.equal(costOf({ input_tokens: 300_000, output_tokens: 0 }, openai('gpt-5.4-mini')), 0.225);
});

test('a regional endpoint of a cloud costs a tenth more, except for models from before that rule', () => {
  assert.deepEqual(claude('claude-opus-5-5', 'global'), { input: 4, output: 20, built_in: tableDate });
  assert.deepEqual(claude('claude-opus-5-5', 'regional'), { input: 4.4, output: 22, built_in: tableDate });
  assert.deepEqual(claude('claude-haiku-5-5', 'regional')?.long, { above_tokens: 100_000, input: 0.55, output: 2.75 });
  assert.equal(claude('claude-opus-4-1', 'regional')?.input, 15);
  assert.equal(claude('claude-opus-4-1'), undefined);
});

test('names at Bedrock mean a Claude model at a global or regional endpoint', () => {
  const place = (name: string) => {
    const found = bedrockModel(name);
    return found && [found.model, found.place, listPrice(found, on)?.input];
  };
  assert.deepEqual(place('global.anthropic.claude-sonnet-5-5'), ['claude-sonnet-5-5', 'global', 2]);
  assert.deepEqual(place('us.anthropic.claude-sonnet-5-5'), ['claude-sonnet-5-5', 'regional', 2.2]);
  assert.deepEqual(place('anthropic.claude-opus-4-6-v1'), ['claude-opus-4-6', 'regional', 5.5]);
  assert.deepEqual(place('anthropic.claude-haiku-4-5-20251001-v1:0'), ['claude-haiku-4-5-20251001', 'regional', 1.1]);
  assert.deepEqual(
    place('arn:aws:bedrock:us-east-1:1:inference-profile/global.anthropic.claude-haiku-4-5-20251001-v1:0')?.[1],
    'global',
  );
  for (const name of [
    'amazon.nova-pro-v1:0',
    'xx.anthropic.claude-opus-5',
    'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc',
    'claude-opus-5',
  ])
    assert.equal(place(name), undefined, name);
});

test('names at Vertex mean a Claude model, whose price depends on the region', () => {
  assert.equal(vertexModel('claude-sonnet-5-5', 'global')?.place, 'global');
  assert.equal(vertexModel('claude-sonnet-5-5', 'europe-west1')?.place, 'regional');
  assert.equal(vertexModel('claude-sonnet-5-5', undefined)?.place, 'regional');
  assert.equal(vertexModel('claude-haiku-4-5@20251001', 'global')?.model, 'claude-haiku-4-5-20251001');
  assert.equal(vertexModel('claude-haiku-4-5@default', 'global')?.model, 'claude-haiku-4-5');
  assert.equal(vertexModel('gemini-4-argon', 'global'), undefined);
});

test('each row of the table is whole: one row a model, a longer prompt is never cheaper, every source has a date', () => {
  for (const rows of Object.values(priceTable)) {
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    for (const { id, input, output, long, until } of rows) {
      assert.ok(input > 0 && output >= 0, id);
      if (long) assert.ok(long.inputFactor >= 1 && long.outputFactor >= 1 && long.above_tokens > 0, id);
      if (until !== undefined) assert.ok(until > tableDate, `${id} has ended: remove its row`);
    }
  }
  const day = /^\d{4}-\d{2}-\d{2}$/;
  assert.match(tableDate, day);
  for (const { page, read_on } of Object.values(priceSources)) {
    assert.match(page, /^https:\/\//);
    assert.match(read_on, day);
    assert.ok(read_on <= tableDate);
  }
});
