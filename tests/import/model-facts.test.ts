import assert from 'node:assert/strict';
import test from 'node:test';
import { modelFacts } from '#import/assemble/draft-cases.js';
import { nodeOf } from '#import/config-node.js';
import { openLedger } from '#import/finding.js';
import type { ImportedModel } from '#import/imported.js';

function modelAt(line: number, rest: Partial<ImportedModel> & { readonly code?: string } = {}): ImportedModel {
  const at = { file: 'promptfooconfig.yaml', line, column: 1 };
  const { code, ...more } = rest;
  return {
    node: nodeOf({}, at),
    names: ['x'],
    model: 'openai:gpt-4.1',
    settings: {},
    reportsCalls: true,
    ...(code !== undefined && { transform: nodeOf(code, at) }),
    ...more,
  };
}

test('a transform that all models share is a fact, and different ones are listed', () => {
  const shared = openLedger();
  const { providerTransform } = modelFacts([modelAt(1, { code: 'a' }), modelAt(2, { code: 'a' })], shared);
  assert.equal(providerTransform?.value, 'a');
  assert.deepEqual(shared.all(), []);
  const different = openLedger();
  const models = [modelAt(1, { code: 'a' }), modelAt(2), modelAt(3, { code: 'b' })];
  assert.equal(modelFacts(models, different).providerTransform, undefined);
  assert.deepEqual(
    different.all().map(({ effect, kind, at }) => `${effect} ${kind} :${at.line}`),
    ['left_out setting :1', 'left_out setting :3'],
  );
});

test('the tools of models are those that all of them declare', () => {
  const tools = (...names: string[]) => ({ tools: names.map((name) => ({ name })) });
  const models = [modelAt(1, { settings: tools('a', 'b') }), modelAt(2, { settings: tools('b', 'c') })];
  assert.deepEqual(modelFacts(models, openLedger()).tools, ['b']);
});

test('one model without a price or without calls decides for all', () => {
  const models = [modelAt(1), modelAt(2, { model: 'openai:nobody-knows-it', reportsCalls: false })];
  const { hasPrice, reportsCalls } = modelFacts(models, openLedger());
  assert.deepEqual({ hasPrice, reportsCalls }, { hasPrice: false, reportsCalls: false });
  assert.equal(modelFacts([modelAt(1)], openLedger()).hasPrice, true);
});
