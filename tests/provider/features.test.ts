import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderConfig } from '#model/config.js';
import type { SubjectSettings } from '#model/settings.js';
import { needsOfSettings } from '#provider/types/features.js';
import { typeOf } from '#provider/types/index.js';

const everything: Partial<SubjectSettings> = {
  temperature: 0,
  top_p: 0.5,
  top_k: 5,
  stop: ['1', '2', '3', '4', '5'],
  sampling_seed: 7,
  reasoning: { budget_tokens: 2000 },
  response_format: { json_schema: {}, strict: false },
  tools: [{ name: 'search', input_schema: { type: 'object' } }],
  tool_choice: { tool: 'search' },
};

function lacking(config: ProviderConfig, settings: Partial<SubjectSettings>): readonly string[] {
  const lacks = typeOf(config).lacks(config);
  return needsOfSettings(settings)
    .filter(({ feature }) => lacks.includes(feature))
    .map(({ feature, path }) => `${path.join('.')}: ${feature}`);
}

test('Each type of provider names the settings that it cannot send', () => {
  assert.deepEqual(lacking({ type: 'anthropic' }, everything), [
    'sampling_seed: sampling_seed',
    'response_format.strict: json_schema_not_strict',
  ]);
  assert.deepEqual(lacking({ type: 'anthropic' }, { response_format: 'json' }), ['response_format: json']);
  assert.deepEqual(lacking({ type: 'openai' }, everything), [
    'top_k: top_k',
    'stop: stop_above_4',
    'reasoning.budget_tokens: reasoning_budget',
  ]);
  assert.deepEqual(lacking({ type: 'openai-responses' }, everything), [
    'top_k: top_k',
    'stop: stop',
    'sampling_seed: sampling_seed',
    'stop: stop_above_4',
    'reasoning.budget_tokens: reasoning_budget',
  ]);
  assert.deepEqual(lacking({ type: 'azure' }, everything), lacking({ type: 'openai' }, everything));
  assert.deepEqual(lacking({ type: 'openai' }, { reasoning: { effort: 'low' }, response_format: 'json' }), []);
  assert.deepEqual(lacking({ type: 'claude-cli' }, everything).length, needsOfSettings(everything).length);
});

test('A program takes settings only as JSON', () => {
  const argv = ['answer'];
  assert.deepEqual(lacking({ type: 'command', command: argv, format: 'json' }, everything), []);
  assert.deepEqual(lacking({ type: 'command', command: argv }, { temperature: 1 }), ['temperature: temperature']);
});

test('A server that cannot be forced to call a tool still takes tools', () => {
  const settings = { tools: everything.tools ?? [], tool_choice: 'auto' } as const;
  const config: ProviderConfig = { type: 'openai', tools: false };
  assert.deepEqual(lacking(config, settings), []);
  assert.deepEqual(lacking(config, { ...settings, tool_choice: 'required' }), ['tool_choice: forced_tool_choice']);
});
