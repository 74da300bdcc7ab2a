import assert from 'node:assert/strict';
import test from 'node:test';
import type { ProviderConfig } from '#model/config.js';
import { routeModel } from '#provider/model-name.js';

const providers: Readonly<Record<string, ProviderConfig>> = {
  ollama: { type: 'openai', base_url: 'http://localhost:11434/v1' },
  plain: { type: 'openai', base_url: 'http://localhost:11434/v1', tools: false },
  mine: { type: 'command', command: ['reply'] },
};

const routes: readonly (readonly [string, string, string, boolean])[] = [
  ['claude-opus-4-7', 'anthropic', 'claude-opus-4-7', true],
  ['anthropic/claude-x', 'anthropic', 'claude-x', true],
  ['openai:gpt-4o', 'openai', 'gpt-4o', true],
  ['openai-responses:gpt-5', 'openai-responses', 'gpt-5', true],
  ['azure:my-deployment', 'azure', 'my-deployment', true],
  ['claude-cli:haiku', 'claude-cli', 'haiku', false],
  ['ollama:llama3:8b', 'ollama', 'llama3:8b', true],
  ['ollama/llama3:8b', 'ollama', 'llama3:8b', true],
  ['azure/my-deployment', 'azure', 'my-deployment', true],
  ['openai-responses/gpt-5', 'openai-responses', 'gpt-5', true],
  ['command/mine', 'mine', 'mine', false],
  ['plain:llama3', 'plain', 'llama3', false],
  ['command:mine', 'mine', 'mine', false],
];

for (const [name, provider, model, forcesTools] of routes) {
  test(`${name} is ${model} of ${provider}, which ${forcesTools ? 'forces' : 'does not force'} tools`, () => {
    const result = routeModel(name, providers);
    assert.ok('route' in result, JSON.stringify(result));
    const { route } = result;
    assert.deepEqual([route.provider, route.model, route.forcesTools], [provider, model, forcesTools]);
  });
}

test('a gateway to a cloud has models with names of its own', () => {
  assert.ok('problemAt' in routeModel('bedrock:fast', {}));
  const gateway: ProviderConfig = { type: 'bedrock', base_url: 'http://localhost:8000', region: 'eu-west-1' };
  for (const [name, model] of [
    ['gateway:fast', 'fast'],
    ['gateway:chat:fast', 'chat:fast'],
  ] as const) {
    const result = routeModel(name, { gateway });
    assert.equal('route' in result && result.route.model, model);
  }
});

for (const name of ['claude-cli:--mcp-config', 'claude-cli:-p', 'openai:-x', 'ollama:--help', 'command:--help']) {
  test(`${name} is not a model, since a program could parse it as an option`, () => {
    const result = routeModel(name, providers);
    assert.ok('problemAt' in result);
    const { code, variant } = result.problemAt(undefined);
    assert.deepEqual([code, variant], ['EVA_BAD_MODEL', 'hyphen']);
  });
}

const nowhere: readonly (readonly [string, string])[] = [
  ['gpt', 'form'],
  ['opnai:gpt', 'provider'],
  ['nowhere/llama3', 'provider'],
  ['mine/x', 'prefix'],
  ['mine:x', 'prefix'],
  ['command:none', 'entry'],
  ['command:ollama', 'entry'],
];

for (const [name, variant] of nowhere) {
  test(`${name} is refused: ${variant}`, () => {
    const result = routeModel(name, providers);
    assert.equal('problemAt' in result && result.problemAt(undefined).variant, variant);
  });
}
