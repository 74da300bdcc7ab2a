import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'yaml';
import { providerRefs } from '#import/providers/provider-ref.js';
import { readModel, readModels } from '#import/providers/read-models.js';
import { contextOf, linesOf, nodeIn } from '../../support/config-files.js';

/** Reads the settings of a provider with this `config`, and lists what was not carried over. */
function settingsOf(id: string, config: string, files: Record<string, string> = {}) {
  const context = contextOf({ files });
  const indented = config.replace(/^/gm, '  ');
  const node = nodeIn(`id: '${id}'\nconfig:\n${indented}\n`);
  readModels([node], context);
  const [read] = providerRefs(node, context).map((ref) => readModel(ref, { ...context, taken: new Map() }));
  const model = read && 'model' in read ? read : undefined;
  const findings = linesOf(context.ledger.all().filter(({ effect, kind }) => kind === 'setting' || effect !== 'noted'));
  return { settings: model?.settings, findings, system: model?.system, price: model?.price };
}

const find = { type: 'object', properties: { q: { type: 'string' } } };

const findTool = { name: 'find', description: 'Finds.', input_schema: find };

const eitherOr = 'eva takes an effort or a budget of tokens, and another key sets that';

const notSent = 'promptfoo does not send it to this model';

const notHere = 'promptfoo does not send it to this provider';

const notBoth = 'promptfoo does not send it beside the other settings';

/** The id of a provider, its config, and the settings that it becomes; below them what is not carried over. */
const table = `
openai:gpt-4o | { temperature: 0, max_tokens: 50, top_p: 0.5, seed: 7 } | { temperature: 0, max_tokens: 50, top_p: 0.5, sampling_seed: 7 }
openai:gpt-4o | { temperature: 3 } | {}
- left_out config.temperature: it is not between 0 and 2
openai:gpt-4o | { temperature: hot } | {}
- left_out config.temperature: it is no number
openai:gpt-4o | { max_tokens: 0.5 } | {}
- left_out config.max_tokens: it is no whole number
openai:gpt-4o | { max_completion_tokens: 9 } | { max_tokens: 9 }
openai:gpt-4o | { max_completion_tokens: 9, max_tokens: 8 } | { max_tokens: 8 }
- noted config.max_completion_tokens: another key sets the same
openai:gpt-5 | { temperature: 0.5, max_tokens: 50, max_completion_tokens: 90, reasoning_effort: low } | { max_tokens: 90, reasoning: { effort: low } }
- noted config.temperature: ${notSent}
- noted config.max_tokens: ${notSent}
openai:gpt-4o | { reasoning_effort: low } | {}
- noted config.reasoning_effort: ${notSent}
openai:o3 | { reasoning: { effort: high, summary: auto } } | { reasoning: { effort: high } }
openai:gpt-4o | { top_k: 5 } | {}
- noted config.top_k: ${notHere}
openai:gpt-4o | { stop: END } | { stop: [END] }
openai:gpt-4o | { stop: [a, b, c, d, e] } | {}
- left_out config.stop: eva cannot send it to this provider
openai:gpt-4o | { presence_penalty: 1, user: me } | { extra: { openai: { presence_penalty: 1, user: me } } }
openai:gpt-5 | { verbosity: low } | { extra: { openai: { verbosity: low } } }
openai:gpt-4o | { verbosity: low } | {}
- noted config.verbosity: ${notSent}
openai:gpt-4o | { passthrough: { temperature: 1, foo: 1, messages: [], headers: { a: b } } } | { temperature: 1, extra: { openai: { foo: 1 } } }
- left_out config.passthrough.messages: eva writes this key of a request itself, or not at all
- left_out config.passthrough.headers: eva sends no headers of your own, since they may hold keys
togetherai:m | { api_key: k, Authorization: k, hf_token: k, prompt_cache_key: mine, provider: { options: { password: k } } } | { extra: { openai: { prompt_cache_key: mine } } }
- left_out config.api_key: it may hold a key, which is never copied
- left_out config.Authorization: it may hold a key, which is never copied
- left_out config.hf_token: it may hold a key, which is never copied
- left_out config.provider: it may hold a key, which is never copied
anthropic:messages:claude-opus-4-7 | { extra_body: { dataSources: [{ parameters: { authentication: { type: api_key, key: k } } }] } } | {}
- left_out config.extra_body.dataSources: it may hold a key, which is never copied
openai:gpt-4o | { temperature: "{{env.TEMP}}", user: "{{who}}" } | {}
- left_out config.temperature: its value is in the environment, which an import does not read
- left_out config.user: it holds a template, whose value differs by test
openai:gpt-4o | { service_tier: "{{ env.TIER }}" } | {}
- left_out config.service_tier: its value is in the environment, which an import does not read
openai:gpt-4o | { n: 3 } | {}
- noted config.n: promptfoo does not send it
openai:gpt-4o | { passthrough: { n: 3 } } | {}
- left_out config.passthrough.n: eva asks for one reply at a time
openai:gpt-4o | { tool_resources: { a: 1 } } | {}
- left_out config.tool_resources: eva has no such setting
groq:m | { search_settings: { a: 1 } } | {}
- left_out config.search_settings: eva has no such setting
anthropic:messages:claude-opus-4-7 | { odd: 1 } | {}
- noted config.odd: ${notHere}
openai:responses:gpt-4.1 | { odd: 1 } | {}
- noted config.odd: ${notHere}
openai:gpt-4o | { apiKey: sk-1, organization: o, maxRetries: 2, odd: 1 } | {}
- noted config.apiKey: a key is never copied
- noted config.organization: eva takes the login from the environment
- noted config.maxRetries: it steers promptfoo and changes no answer
- noted config.odd: ${notHere}
openai:gpt-4o | { response_format: { type: json_object } } | { response_format: json }
openai:gpt-4o | { response_format: { type: text } } | {}
openai:gpt-4o | { response_format: { type: json_schema, json_schema: { name: answer, strict: true, schema: { type: object } } } } | { response_format: { json_schema: { type: object }, name: answer, strict: true } }
openai:gpt-4o | { response_format: { type: json_schema, json_schema: { name: "an answer", schema: { type: object } } } } | { response_format: { json_schema: { type: object } } }
- noted config.response_format: its name has characters that servers refuse, so it has none
openai:gpt-4o | { response_format: { type: json_schema, json_schema: { schema: { type: thing } } } } | {}
- left_out config.response_format: eva cannot use its schema: not a valid JSON Schema: /type: "thing" is not one of "array", "boolean", "integer", "null", "number", "object", "string"
openai:responses:gpt-4o | { response_format: { type: json_schema, name: answer, schema: { type: object } }, max_output_tokens: 99 } | { response_format: { json_schema: { type: object }, name: answer, strict: true }, max_tokens: 99 }
openai:responses:gpt-4o | { max_output_tokens: 9 } | {}
- left_out config.max_output_tokens: servers with this protocol take no less than 16
openai:responses:gpt-4o | { stop: [a], previous_response_id: x, truncation: auto } | { extra: { openai-responses: { truncation: auto } } }
- left_out config.stop: eva cannot send it to this provider
- left_out config.previous_response_id: eva writes this key of a request itself, or not at all
openai:responses:gpt-5 | { verbosity: low } | {}
- left_out config.verbosity: eva cannot send it with this protocol
anthropic:messages:claude-sonnet-4-5 | { temperature: 1, top_k: 3, stop_sequences: [x], max_tokens: 9 } | { temperature: 1, top_k: 3, stop: [x], max_tokens: 9 }
anthropic:messages:claude-sonnet-4-5 | { temperature: 1, top_p: 0.9 } | { top_p: 0.9 }
- noted config.temperature: ${notBoth}
anthropic:messages:claude-opus-4-7 | { temperature: 1, top_k: 3 } | {}
- noted config.temperature: ${notSent}
- noted config.top_k: ${notSent}
anthropic:messages:claude-sonnet-4-5 | { thinking: { type: enabled, budget_tokens: 2000 }, temperature: 1, max_tokens: 9000 } | { reasoning: { budget_tokens: 2000 }, max_tokens: 9000 }
- noted config.temperature: ${notBoth}
anthropic:messages:claude-sonnet-4-5 | { thinking: { type: enabled, budget_tokens: 5000 } } | {}
- left_out config.thinking: its budget is not below max_tokens
anthropic:messages:claude-opus-4-7 | { thinking: { type: enabled, budget_tokens: 2000 } } | {}
- left_out config.thinking: this model takes no budget of tokens
anthropic:messages:claude-opus-4-7 | { thinking: { type: adaptive }, effort: high } | { reasoning: { effort: high } }
- left_out config.thinking: eva knows a budget of tokens or an effort
anthropic:messages:claude-opus-4-5 | { thinking: { type: enabled, budget_tokens: 2000 }, effort: high } | { reasoning: { effort: high } }
- left_out config.thinking: ${eitherOr}
anthropic:messages:claude-sonnet-4-5 | { thinking: { type: disabled }, seed: 1 } | {}
- noted config.thinking: eva asks for no thinking unless reasoning is set
- noted config.seed: ${notHere}
anthropic:messages:claude-sonnet-4-5 | { output_format: { type: json_schema, schema: { type: object } } } | { response_format: { json_schema: { type: object } } }
bedrock:anthropic.claude-3-5-sonnet-20241022-v2:0 | { region: us-east-1, inferenceConfig: { maxTokens: 9 }, guardrailIdentifier: g } | { max_tokens: 9 }
- left_out config.guardrailIdentifier: eva sends no guardrails
google:gemini-2.5-flash | { temperature: 1, maxOutputTokens: 9, topP: 0.5, topK: 4, stopSequences: [x] } | { temperature: 1, max_tokens: 9, top_p: 0.5, stop: [x] }
- left_out config.topK: eva cannot send it to this provider
google:gemini-2.5-flash | { generationConfig: { response_mime_type: application/json, response_schema: { type: OBJECT, properties: { a: { type: STRING, enum: [OBJECT] } } }, thinkingConfig: { thinkingBudget: 0 } } } | { response_format: { json_schema: { type: object, properties: { a: { type: string, enum: [OBJECT] } } } }, reasoning: { effort: none } }
- noted config.generationConfig.response_mime_type: another key sets the same
google:gemini-2.5-flash | { passthrough: { cachedContent: x } } | {}
- left_out config.passthrough.cachedContent: it belongs to a protocol that eva does not speak there
ollama:chat:llama3 | { num_predict: 64, num_ctx: 4096, top_k: 4, temperature: 0.2 } | { max_tokens: 64, temperature: 0.2 }
- left_out config.num_ctx: the chat-completions address of Ollama does not take it
- left_out config.top_k: the chat-completions address of Ollama does not take it
ollama:chat:llama3 | { think: false, keep_alive: 5m, passthrough: { format: json } } | { reasoning: { effort: none }, response_format: json }
- noted config.keep_alive: it steers promptfoo and changes no answer
ollama:chat:llama3 | { think: true, format: { type: object } } | { response_format: { json_schema: { type: object } } }
- noted config.think: a model that can think does so anyway
ollama:chat:gpt-oss | { think: high } | { reasoning: { effort: high } }
ollama:chat:llama3 | { odd: 1 } | {}
- left_out config.odd: eva does not know this key
groq:groq/compound | { compound_custom: { a: 1 } } | { extra: { openai: { compound_custom: { a: 1 } } } }
google:gemini-2.5-flash | { useAssistantRole: true } | {}
- noted config.useAssistantRole: eva names the roles as the protocol does that it speaks there
ollama:chat:llama3 | { num_predict: -1 } | {}
- noted config.num_predict: it sets no limit, and eva always does: 4096 tokens
togetherai:m | { temperature: 0.5, repetition_penalty: 1.1, top_k: 9 } | { temperature: 0.5, extra: { openai: { repetition_penalty: 1.1, top_k: 9 } } }
openrouter:m | { provider: { order: [a] }, repetition_penalty: 1 } | { extra: { openai: { provider: { order: [a] } } } }
- noted config.repetition_penalty: ${notHere}
mistral:m | { seed: 1, random_seed: 2, safe_prompt: true } | { extra: { openai: { random_seed: 2, safe_prompt: true } } }
- noted config.seed: ${notHere}
groq:qwen/qwen3-32b | { temperature: 0.6, reasoning_effort: none } | { temperature: 0.6, reasoning: { effort: none } }
vertex:claude-opus-4-6 | { region: "{{env.REGION}}", projectId: my-project } | {}
- left_out config.region: its value is in the environment, which an import does not read
anthropic:messages:claude-opus-5 | { thinking: { type: disabled } } | {}
- left_out config.thinking: this model thinks unless a request forbids it, which eva cannot do
openai:gpt-4o | { apiKeyEnvar: "not a name" } | {}
- left_out config.apiKeyEnvar: it is no name of a variable
azure:chat:d | { apiHost: acme.openai.azure.com, apiVersion: preview } | {}
- noted config.apiVersion: eva uses the protocol without versions there
google:gemini-2.5-flash | { responseSchema: { type: OBJECT, properties: { default: { type: STRING } } } } | { response_format: { json_schema: { type: object, properties: { default: { type: string } } } } }
google:gemini-2.5-flash | { generationConfig: { thinkingConfig: { thinkingBudget: constructor } } } | {}
- left_out config.generationConfig.thinkingConfig: eva has an effort there, and no budget
echo | { temperature: 1 } | {}
- noted config.temperature: a program that repeats the prompt has no settings
openai:gpt-4o | { tools: [{ type: function, function: { name: find, description: Finds., parameters: { type: object, properties: { q: { type: string } } } } }], tool_choice: { type: function, function: { name: find } } } | { tools: [${JSON.stringify(findTool)}], tool_choice: { tool: find } }
openai:responses:gpt-4o | { tools: [{ type: function, name: find, description: Finds., strict: true, parameters: { type: object, properties: { q: { type: string } } } }], tool_choice: required } | { tools: [${JSON.stringify(findTool)}], tool_choice: required }
- left_out config.tools: eva sends no strict with a tool
openai:gpt-4o | { functions: [{ name: find, description: Finds., parameters: { type: object, properties: { q: { type: string } } } }], function_call: { name: find } } | { tools: [${JSON.stringify(findTool)}], tool_choice: { tool: find } }
anthropic:messages:claude-sonnet-4-5 | { tools: [{ name: find, description: Finds., input_schema: { type: object, properties: { q: { type: string } } } }], tool_choice: { type: any } } | { tools: [${JSON.stringify(findTool)}], tool_choice: required }
bedrock:converse:anthropic.claude-3-5-sonnet-20241022-v2:0 | { tools: [{ toolSpec: { name: find, description: Finds., inputSchema: { json: { type: object, properties: { q: { type: string } } } } } }], toolChoice: { tool: { name: find } } } | { tools: [${JSON.stringify(findTool)}], tool_choice: { tool: find } }
google:gemini-2.5-flash | { tools: [{ functionDeclarations: [{ name: find, description: Finds., parameters: { type: OBJECT, properties: { q: { type: STRING } } } }] }], toolConfig: { functionCallingConfig: { mode: ANY } } } | { tools: [${JSON.stringify(findTool)}], tool_choice: required }
google:gemini-2.5-flash | { tools: [{ functionDeclarations: [{ name: find, description: Finds., parameters: { type: OBJECT, properties: { q: { type: STRING } } } }] }], tool_config: { function_calling_config: { mode: any, allowed_function_names: [find] } } } | { tools: [${JSON.stringify(findTool)}], tool_choice: { tool: find } }
openai:gpt-4o | { tool_choice: required } | {}
- left_out config.tool_choice: the tool that it names is not declared
ollama:chat:m | { tools: [{ name: find, input_schema: { type: object } }], tool_choice: required } | { tools: [{ name: find, input_schema: { type: object } }] }
- left_out config.tool_choice: eva cannot send it to this provider
openai:gpt-4o | { tools: [{ name: "a b", parameters: {} }] } | {}
- left_out config.tools: a name of a tool has characters that eva refuses
openai:gpt-4o | { tools: [] } | {}
`;

test('the config of a provider becomes settings, and each other key is listed', () => {
  const rows = table.trim().split(/\n(?!- )/);
  assert.deepEqual(
    rows.map((row) => {
      const [id = '', config = ''] = row.split(' | ');
      const { settings, findings } = settingsOf(id, config.split('\n')[0] ?? '');
      return { row, settings, findings };
    }),
    rows.map((row) => {
      const [head = '', ...findings] = row.split('\n- ');
      return { row, settings: parse(head.split(' | ')[2] ?? ''), findings };
    }),
  );
});

test('tools, formats and schemas are read from files of the folder', () => {
  const files = {
    'tools.json':
      '[{ "type": "function", "function": { "name": "find", "description": "Finds.", "parameters": { "type": "object", "properties": { "q": { "type": "string" } } } } }]',
    'format.yaml': 'type: json_schema\njson_schema:\n  name: answer\n  schema: file://schema.json\n',
    'schema.json': '{ "type": "object" }',
  };
  const config = 'tools: file://tools.json\nresponse_format: file://format.yaml';
  assert.deepEqual(settingsOf('openai:gpt-4o', config, files), {
    settings: { tools: [findTool], response_format: { json_schema: { type: 'object' }, name: 'answer' } },
    findings: [],
    system: undefined,
    price: undefined,
  });
  assert.deepEqual(settingsOf('openai:gpt-4o', 'tools: [file://tools.json]', files).settings, { tools: [findTool] });
  assert.deepEqual(settingsOf('openai:gpt-4o', 'response_format: file://none.json').findings, [
    'left_out config.response_format: its file cannot be read',
  ]);
});

test('tools that a provider or code answers make the provider unreachable', () => {
  const ran = 'blocks openai:gpt-4o: its tools are run by the provider, by a server of tools or by callbacks';
  const lostWith = (config: string) => settingsOf('openai:gpt-4o', `${config}\ntemperature: 9`).findings;
  assert.deepEqual(lostWith('tools: [{ type: web_search_preview }]'), [ran]);
  assert.deepEqual(lostWith('tools: [{ type: mcp, server_label: x }]'), [ran]);
  assert.deepEqual(lostWith('tools: [{ googleSearch: {} }]'), [ran]);
  assert.deepEqual(lostWith('tools: [{ type: web_search_20250305, name: web_search }]'), [ran]);
  assert.deepEqual(lostWith('mcp: { enabled: true }'), [ran]);
  assert.deepEqual(lostWith('functionToolCallbacks: { find: "async () => 1" }'), [ran]);
  assert.deepEqual(lostWith('tools: file://tools.py:get_tools'), [
    'blocks openai:gpt-4o: its tools come from code, which an import does not run',
  ]);
  assert.deepEqual(lostWith('mcp: { enabled: false }'), ['left_out config.temperature: it is not between 0 and 2']);
});

test('a system message of a provider is its text, unless a template is in it', () => {
  const systemOf = (id: string, config: string) => settingsOf(id, config, { 'rules.txt': 'Be kind.' }).system;
  assert.equal(systemOf('openai:responses:gpt-4o', 'instructions: Be brief.'), 'Be brief.');
  assert.equal(
    systemOf('google:gemini-2.5-flash', 'systemInstruction: { parts: [{ text: Be }, { text: brief }] }'),
    'Be\nbrief',
  );
  assert.equal(systemOf('google:gemini-2.5-flash', 'systemInstruction: file://rules.txt'), 'Be kind.');
  assert.equal(systemOf('azure:chat:d', 'systemPrompt: Be brief.'), 'Be brief.');
  assert.equal(systemOf('openai:gpt-4o', 'systemPrompt: Be brief.'), undefined);
  assert.equal(systemOf('openai:responses:gpt-4o', 'instructions: "Help {{name}}."'), undefined);
});

test('costs per token become prices per million, if both sides are known', () => {
  const priceOf = (config: string) => settingsOf('openai:gpt-4o', config).price;
  assert.deepEqual(priceOf('cost: 0.000002'), { input: 2, output: 2 });
  assert.deepEqual(priceOf('{ inputCost: 0.0000011, outputCost: 0.0000044 }'), { input: 1.1, output: 4.4 });
  assert.deepEqual(priceOf('{ cost: 0.000001, outputCost: 0.000003 }'), { input: 1, output: 3 });
  assert.equal(priceOf('inputCost: 0.000001'), undefined);
  assert.deepEqual(settingsOf('openai:gpt-4o', 'inputCost: 0.000001').findings, [
    'left_out config.inputCost: eva needs the price of input and of output',
  ]);
});

test('no finding and no setting shows a key', () => {
  const context = contextOf();
  const models = readModels(
    [
      nodeIn(
        'id: openai:gpt-5\nconfig: { apiKey: sk-secret, passthrough: { apiKey: sk-secret } }\nenv: { OPENAI_API_KEY: sk-secret }\n',
      ),
    ],
    context,
  );
  const words = context.ledger.all().map(({ at: _, ...finding }) => finding);
  assert.equal(JSON.stringify([models.map(({ node: _, ...model }) => model), words]).includes('sk-secret'), false);
  assert.equal(words.length, 3);
});
