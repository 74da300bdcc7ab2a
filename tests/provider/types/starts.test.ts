import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeModel } from '#provider/model-name.js';
import { providerTypes } from '#provider/types/index.js';
import { findStart, guessStart, modelNameOf, startOfModel, starts } from '#provider/types/starts.js';

test('every built-in provider is one to begin with', () => {
  const builtIn = providerTypes.filter(({ modelNames }) => modelNames.isBuiltIn).map(({ name }) => name);
  assert.deepEqual(
    builtIn.filter((name) => findStart(name) === undefined),
    [],
  );
});

test('the models of each provider lead to it, and name it', () => {
  for (const start of starts) {
    const entry = start.entry ? { [start.name]: start.entry } : {};
    for (const model of [start.subject ?? 'own', start.judge ?? 'own']) {
      const name = modelNameOf(start, model);
      const found = routeModel(name, entry);
      assert.ok('route' in found, name);
      assert.equal(found.route.provider, start.name);
      assert.equal(found.route.model, model);
      assert.equal(startOfModel(name), start);
    }
  }
});

test('the provider of the environment is the one with a key, or with everything that it needs', () => {
  assert.equal(guessStart({})?.name, undefined);
  assert.equal(guessStart({ OPENAI_API_KEY: ' ' })?.name, undefined);
  assert.equal(guessStart({ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' })?.name, 'anthropic');
  assert.equal(guessStart({ AWS_REGION: 'us-east-1' })?.name, undefined);
  assert.equal(guessStart({ CLOUD_ML_REGION: 'global', GOOGLE_CLOUD_PROJECT: 'p' })?.name, 'vertex');
});
