import assert from 'node:assert/strict';
import test from 'node:test';
import { runDoctor } from '#doctor/run-doctor.js';
import { judgeFor, reachEmbedding } from '#import/providers/graders.js';
import { readModels } from '#import/providers/read-models.js';
import type { JsonObject } from '#model/data/json.js';
import { doctorEnv } from '../../doctor/doctor-env.js';
import { contextOf, nodeFor } from '../../support/config-files.js';
import { tempLibrary } from '../../support/temp-library.js';

const schema = { type: 'object', properties: { q: { type: 'string' } } };

/** A config with every key that some provider takes. */
const everything: JsonObject = {
  ...{
    temperature: 0.5,
    top_p: 0.9,
    topP: 0.8,
    top_k: 5,
    topK: 4,
    p: 0.7,
    k: 3,
    seed: 3,
    num_predict: 50,
    num_ctx: 4096,
  },
  ...{ max_tokens: 500, max_completion_tokens: 600, max_output_tokens: 700, maxOutputTokens: 800, maxTokens: 900 },
  ...{ stop: ['a', 'b', 'c', 'd', 'e'], stop_sequences: ['x'], stopSequences: ['y'] },
  ...{
    reasoning_effort: 'low',
    reasoning: { effort: 'high' },
    thinking: { type: 'enabled', budget_tokens: 1024 },
    effort: 'low',
  },
  ...{ presence_penalty: 0.1, frequency_penalty: 0.2, logit_bias: { 50256: -100 }, user: 'u', verbosity: 'low' },
  ...{ service_tier: 'auto', metadata: { a: 'b' }, store: true, random_seed: 1, provider: { order: ['a'] } },
  response_format: { type: 'json_schema', json_schema: { name: 'a', strict: false, schema } },
  output_format: { type: 'json_schema', schema },
  generationConfig: {
    response_mime_type: 'application/json',
    response_schema: { type: 'OBJECT' },
    thinkingConfig: { thinkingBudget: 0 },
  },
  inferenceConfig: { max_new_tokens: 5, temperature: 1 },
  tools: [{ type: 'function', function: { name: 'find', description: 'Finds.', parameters: schema } }],
  tool_choice: { type: 'function', function: { name: 'find' } },
  passthrough: {
    temperature: 9,
    top_k: 3,
    foo: 1,
    messages: [],
    stream: true,
    n: 2,
    headers: { a: 'b' },
    max_tokens: 9,
    stop: ['z'],
  },
  extra_body: { bar: 2, thinking: {}, output_config: {} },
  ...{ cost: 0.000001, headers: { x: 'y' }, apiKey: 'k', delay: 1, odd: 1, cacheReadCost: 0.1 },
  ...{ instructions: 'Be brief.', systemInstruction: 'Be brief.', systemPrompt: 'Be brief.' },
};

const ids = [
  ...['openai:gpt-4o', 'openai:gpt-5', 'openai:responses:gpt-4o', 'openai:responses:gpt-5', 'azure:chat:d'],
  ...[
    'anthropic:messages:claude-sonnet-4-5',
    'anthropic:messages:claude-opus-4-7',
    'vertex:claude-sonnet-4-5@20250929',
  ],
  ...['bedrock:anthropic.claude-3-5-sonnet-20241022-v2:0', 'google:gemini-2.5-flash', 'groq:m', 'openrouter:a/b'],
  ...[
    'togetherai:m',
    'cerebras:m',
    'ollama:chat:m',
    'cohere:command-r',
    'echo',
    'perplexity:sonar',
    'github:openai/gpt-5',
  ],
  ...['xai:grok-3', 'xai:responses:grok-4', 'mistral:m', 'litellm:m', 'docker:ai/gemma3', 'huggingface:chat:a/b'],
];

/** Makes the files of a prompt that a provider of this `config` answers, and the entry that it needs. */
function promptOf(id: string, config: JsonObject, taken: Map<string, string>) {
  const [model] = readModels([nodeFor({ id, config })], { ...contextOf(), taken });
  assert.ok(model, id);
  const { entry, settings, price } = model;
  const embedding = reachEmbedding(undefined, contextOf());
  assert.ok('model' in embedding);
  const judge = judgeFor([model]);
  const models = [{ name: 'the model', model: model.model, ...settings }];
  const defaults = { models, embedding_model: embedding.model, ...(judge && { judge: { model: judge } }) };
  const cases = [
    { name: 'first', inputs: { q: 'x' }, assert: [{ similar: { to: 'x', min: 0.5 } }], rubric: 'Is it good?' },
  ];
  const name = model.model.slice(model.model.indexOf(':') + 1);
  return { entry, price: price && { [name]: price }, eval: JSON.stringify({ defaults, cases }) };
}

for (const [title, config] of [
  ['without a config', {}],
  ['with every key', everything],
] as const) {
  test(`eva doctor finds no error in providers ${title}`, (t) => {
    const taken = new Map<string, string>();
    const prompts = ids.map((id) => promptOf(id, config, taken));
    const files = prompts.flatMap((prompt, index) => [
      [`prompts/p${index}/eval.yml`, prompt.eval],
      [`prompts/p${index}/prompt.md`, 'Say {{q}}.\n'],
      [
        `prompts/p${index}/meta.yml`,
        JSON.stringify({ title: 'P', summary: 'Says it.', inputs: [{ name: 'q', required: true }] }),
      ],
    ]);
    const providers = Object.fromEntries(prompts.flatMap(({ entry }) => (entry ? [[entry.name, entry.config]] : [])));
    const prices = Object.assign({}, ...prompts.map(({ price }) => price ?? {}));
    const root = tempLibrary(t, { ...Object.fromEntries(files), 'eva.yml': JSON.stringify({ providers, prices }) });
    const report = runDoctor({ root, env: doctorEnv(root), ids: [], strict: false, now: new Date('2026-01-02') });
    const problems = [...report.library, ...report.prompts.flatMap((one) => one.problems)];
    const errors = problems
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code} ${message}`);
    assert.deepEqual([report.prompts.length, errors], [ids.length, []]);
  });
}
