import assert from 'node:assert/strict';
import test from 'node:test';
import type { ImportContext } from '#import/imported.js';
import { readModels } from '#import/providers/read-models.js';
import { contextOf, linesOf, nodeIn } from '../../support/config-files.js';

/** Reads `providers`, without the nodes of the models. */
function modelsOf(yaml: string, context: ImportContext = contextOf()) {
  return readModels([nodeIn(yaml)], context).map(({ node: _, ...model }) => model);
}

const gpt = {
  names: ['openai:gpt-4o'],
  model: 'openai:gpt-4o',
  settings: { temperature: 0, max_tokens: 1024 },
  reportsCalls: true,
};

test('a provider is an id, a list, a mapping with an id, or a mapping from an id', () => {
  assert.deepEqual(modelsOf('openai:gpt-4o'), [gpt]);
  assert.deepEqual(modelsOf('[openai:gpt-4o]'), [gpt]);
  assert.deepEqual(modelsOf('[{ id: openai:gpt-4o }]'), [gpt]);
  assert.deepEqual(modelsOf('{ id: openai:gpt-4o }'), [gpt]);
  assert.deepEqual(modelsOf('[{ openai:gpt-4o: { config: { temperature: 1 } } }]'), [
    { ...gpt, settings: { temperature: 1, max_tokens: 1024 } },
  ]);
  assert.deepEqual(
    modelsOf('{ openai:gpt-4o: {}, "openai:o3": {} }').map(({ model }) => model),
    ['openai:gpt-4o', 'openai:o3'],
  );
});

test('label, prompts and transform of a provider are carried', () => {
  const [model] = readModels(
    [nodeIn('[{ id: openai:gpt-4o, label: Big, prompts: [a, b], transform: output.trim() }]')],
    contextOf(),
  );
  assert.deepEqual(
    [model?.names, model?.label, model?.prompts, model?.transform?.value],
    [['openai:gpt-4o', 'Big'], 'Big', ['a', 'b'], 'output.trim()'],
  );
  assert.deepEqual(
    modelsOf('[{ openai:gpt-4o: { id: mine, label: Big } }]').map(({ names }) => names),
    [['openai:gpt-4o', 'mine', 'Big']],
  );
});

test('a model gets the temperature and the limit that promptfoo sends to it if none are set', () => {
  const usual = { temperature: 0, max_tokens: 1024 };
  const rows: readonly (readonly [provider: string, settings: object])[] = [
    ['openai:gpt-4o', usual],
    ['groq:a', usual],
    ['openai:responses:gpt-4o', usual],
    ['{ id: openai:gpt-4o, config: { temperature: 0.5 } }', { temperature: 0.5, max_tokens: 1024 }],
    ['{ id: openai:gpt-4o, config: { max_tokens: 50 } }', { temperature: 0, max_tokens: 50 }],
    ['{ id: openai:gpt-4o, config: { omitDefaults: true } }', {}],
    ['openai:o3', { max_tokens: 16_384 }],
    ['openai:responses:gpt-5', { max_tokens: 16_384 }],
    ['{ id: openai:gpt-5, config: { max_completion_tokens: 900 } }', { max_tokens: 900 }],
    ['anthropic:messages:claude-sonnet-4-5', usual],
    ['anthropic:messages:claude-opus-4-7', { max_tokens: 1024 }],
    ['{ id: "anthropic:messages:claude-sonnet-4-5", config: { top_p: 0.9 } }', { top_p: 0.9, max_tokens: 1024 }],
    [
      '{ id: "anthropic:messages:claude-sonnet-4-5", config: { thinking: { type: enabled, budget_tokens: 2000 } } }',
      { reasoning: { budget_tokens: 2000 }, max_tokens: 2048 },
    ],
    [
      '{ id: "anthropic:messages:claude-sonnet-4-5", config: { thinking: { type: enabled, budget_tokens: 3000 } } }',
      { reasoning: { budget_tokens: 3000 } },
    ],
    [
      '{ id: "anthropic:messages:claude-opus-4-5", config: { effort: low } }',
      { reasoning: { effort: 'low' }, ...usual },
    ],
    ['anthropic:messages:claude-opus-5', { max_tokens: 2048 }],
    ['anthropic:messages:claude-sonnet-5', { max_tokens: 1024 }],
    ['bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0', usual],
    ['bedrock:converse:us.anthropic.claude-sonnet-4-5-20250929-v1:0', {}],
    ['vertex:claude-sonnet-4-5', { max_tokens: 512 }],
    ['vertex:claude-opus-5', { max_tokens: 2048 }],
    ['azure:chat:my-gpt-4o', usual],
    ['azure:chat:my-o4-mini', { max_tokens: 1024 }],
    ['mistral:mistral-small-latest', { max_tokens: 1024 }],
    ['cohere:command-r', { temperature: 0.3, top_p: 0.75 }],
    ['xai:grok-4', usual],
    ['openrouter:openai/o4-mini', { max_tokens: 16_384 }],
    ['google:gemini-2.5-pro', {}],
    ['echo', {}],
  ];
  for (const [provider, settings] of rows)
    assert.deepEqual(
      modelsOf(provider).map((model) => model.settings),
      [settings],
      provider,
    );
});

test('delay is noted, and env is listed by its names', () => {
  const context = contextOf();
  modelsOf('[{ id: openai:gpt-4o, delay: 5, env: { OPENAI_BASE_URL: "https://x" }, odd: 1, inputs: {} }]', context);
  modelsOf('[{ id: openai:gpt-4o, env: { OPENAI_API_KEY: "k" } }]', context);
  assert.deepEqual(linesOf(context.ledger.all()), [
    'noted odd: promptfoo does not know this key, and ignores it',
    'noted delay: eva waits only where a provider asks for it; this changes no answer',
    'noted inputs: promptfoo reads it for attacks alone',
    'left_out env: values of variables are never copied',
    'noted env: values of variables are never copied',
  ]);
});

test('a file of providers is one provider or a list, with places in that file', () => {
  const files = {
    'one.yaml': 'id: openai:gpt-4o\nlabel: One\n',
    'two.json': '[{ "id": "openai:gpt-4o" }, "file://one.yaml"]',
    'loop.yaml': '[file://loop.yaml]',
  };
  const context = contextOf({ files });
  const models = readModels([nodeIn('[file://one.yaml, file://two.json]')], context);
  assert.deepEqual(
    models.map(({ model, label, node }) => [model, label, node.file, node.place().line]),
    [
      ['openai:gpt-4o', 'One', 'one.yaml', 1],
      ['openai:gpt-4o', undefined, 'two.json', 1],
      ['openai:gpt-4o', 'One', 'one.yaml', 1],
    ],
  );
  const lost = contextOf({ files });
  assert.deepEqual(modelsOf('[file://none.yaml, file://loop.yaml, file://provider.js]', lost), []);
  assert.deepEqual(linesOf(lost.ledger.all()), [
    'blocks file://none.yaml: its file cannot be read',
    'blocks file://loop.yaml: its file cannot be read',
    'blocks file://provider.js: it is code, which an import does not run',
  ]);
});

test('what is no provider is listed', () => {
  const context = contextOf();
  assert.deepEqual(modelsOf('[openai:gpt-4o, { label: Nameless }, { python: agent.py }, 3, null]', context), [gpt]);
  assert.deepEqual(linesOf(context.ledger.all()), [
    'left_out Nameless: it has no id',
    'left_out python:agent.py: it has no id',
    'left_out 3: it has no id',
    'left_out null: it has no id',
  ]);
});

test('a provider out of reach is left out, and blocks if it was the only one', () => {
  const some = contextOf();
  modelsOf('[openai:gpt-4o, "python:a.py"]', some);
  assert.deepEqual(linesOf(some.ledger.all()), ['left_out python:a.py: it is code, which an import does not run']);
  const none = contextOf();
  assert.deepEqual(modelsOf('["python:a.py"]', none), []);
  const [finding] = none.ledger.all();
  assert.deepEqual(
    [finding?.effect, finding?.at.line, finding?.todo],
    ['blocks', 1, 'write a program for it and an entry with format: json in eva.yml, or add --model NAME'],
  );
});

test('--model takes the place of all providers out of reach, once', () => {
  const context = contextOf({ model: 'claude-opus-4-7' });
  const config =
    '{ tools: [{ type: function, function: { name: find, parameters: { type: object } } }], temperature: 1 }';
  const models = modelsOf(
    `[openai:gpt-4o, { id: 'python:a.py', label: A, prompts: [p], config: ${config} }, { id: 'http://x', prompts: [q] }]`,
    context,
  );
  assert.deepEqual(models, [
    gpt,
    {
      names: ['python:a.py', 'A', 'http://x'],
      model: 'claude-opus-4-7',
      settings: { tools: [{ name: 'find', input_schema: { type: 'object' } }] },
      prompts: ['p', 'q'],
      reportsCalls: true,
    },
  ]);
  assert.deepEqual(linesOf(context.ledger.all()), [
    'replaced python:a.py: it is code, which an import does not run; --model claude-opus-4-7 takes its place',
    'replaced http://x: it calls an address with requests of its own form; --model claude-opus-4-7 takes its place',
  ]);
});

test('--model changes nothing where all providers are in reach', () => {
  assert.deepEqual(modelsOf('openai:gpt-4o', contextOf({ model: 'claude-opus-4-7' })), [gpt]);
});

test('a configuration without providers needs --model', () => {
  const none = contextOf();
  assert.deepEqual(readModels([], none, { file: 'a.yaml' }), []);
  assert.deepEqual(linesOf(none.ledger.all()), ['blocks providers: the configuration names no provider']);
  assert.deepEqual(
    readModels([], contextOf({ model: 'claude-opus-4-7' })).map(({ model }) => model),
    ['claude-opus-4-7'],
  );
});

test('equal entries share a name, others get one of their own', () => {
  const names = modelsOf(
    `[groq:a, groq:b, { id: 'openrouter:a', config: { apiKeyEnvar: OTHER } }, 'openrouter:b',
      { id: openai:x, config: { apiBaseUrl: 'https://vertex/v1' } }, { id: openai:x, config: { apiBaseUrl: 'https://command/v1' } }]`,
  ).map(({ model }) => model);
  assert.deepEqual(names, ['groq:a', 'groq:b', 'openrouter:a', 'openrouter-2:b', 'vertex-2:x', 'command-2:x']);
});

test('a program reports no calls, and a difference without effect is noted', () => {
  const context = contextOf();
  assert.deepEqual(
    modelsOf('[echo, ollama:llama3]', context).map(({ reportsCalls }) => reportsCalls),
    [false, true],
  );
  assert.deepEqual(linesOf(context.ledger.all()), ['noted ollama:llama3: eva asks it as a chat of one message']);
});
