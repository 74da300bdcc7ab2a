import { isObject } from '#model/data/json.js';
import type { Dialect } from '../providers/target.js';
import { contentOf, keyLeftOut, keyNoted, type Reader, type SettingPart } from './part.js';
import { jsonFormat, mediaType, responseFormat, responseSchema } from './response-format.js';
import {
  effort,
  numPredict,
  otherReasoning,
  reasoning,
  samplingSeed,
  stop,
  temperature,
  think,
  thinking,
  thinkingConfig,
  tokenLimit,
  topK,
  topP,
} from './sampling.js';
import { runTools, toolChoice, tools } from './tool-settings.js';

/** Adds a key to the body of requests as it is. */
export const extra: Reader = ({ key, node: { value } }) => (value === null ? [] : { kind: 'extra', key, value });

/** Reads the text of a system message, inline or from a file of text. */
export const system: Reader = ({ node }, { context }) => {
  const text = textOf(node.value);
  if (text === undefined) return keyLeftOut('it is no text');
  const [, path] = /^file:\/\/(\S+)$/.exec(text) ?? [];
  if (path === undefined) return systemText(text);
  if (/\.(?:json|ya?ml)$/.test(path)) {
    const content = contentOf(node, context);
    return systemText(typeof content === 'string' ? undefined : textOf(content.value));
  }
  return systemText(context.folder.text(path, node.place()).value ?? undefined);
};

function systemText(text: string | undefined): SettingPart | readonly SettingPart[] {
  if (text === undefined) return keyLeftOut('its file cannot be read');
  if (/\{\{|\{%/.test(text)) return keyLeftOut('it holds a template', 'write it into the prompt as a system message');
  return text.trim() === '' ? [] : { kind: 'system', text };
}

/** Returns a text, or that of Gemini's form with parts; undefined for anything else. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const { text, parts } = value;
  if (typeof text === 'string') return text;
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [parts];
  const texts = list.map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : undefined));
  return texts.every((one) => one !== undefined) ? texts.join('\n') : undefined;
}

/** Reads a price in USD for one token. */
export function price(side: 'input' | 'output' | 'both'): Reader {
  return ({ node: { value } }) =>
    typeof value === 'number' && value >= 0 && Number.isFinite(value)
      ? { kind: 'price', side, usd: value }
      : keyLeftOut('it is no number of dollars');
}

/** Reads `systemPrompt`, which promptfoo sends to deployments alone. */
const systemPrompt: Reader = (written, reading) =>
  reading.target.type === 'azure' ? system(written, reading) : keyNoted('promptfoo does not send it to this provider');

const secret: Reader = (_, { target: { key } }) =>
  keyNoted('a key is never copied', key === '' ? 'log in as before' : `set ${key} in the environment`);

/** Keys with which promptfoo steers itself. */
const steering: Reader = () => keyNoted('it steers promptfoo and changes no answer');

/** Leaves out the number of choices, which promptfoo sends only as a part of `passthrough`. */
const replyCount: Reader = ({ node: { value }, isForced }) => {
  if (value === 1) return [];
  return isForced
    ? keyLeftOut('eva asks for one reply at a time', 'set sample_size')
    : keyNoted('promptfoo does not send it', 'set sample_size');
};

/** Reads `verbosity`, which promptfoo sends to some models only. */
const verbosity: Reader = (written, reading) => {
  const { type, model } = reading.target;
  if (!written.isForced && !/(^|\/)gpt-5/.test(model)) return keyNoted('promptfoo does not send it to this model');
  return type === 'openai-responses' ? keyLeftOut('eva cannot send it with this protocol') : extra(written, reading);
};

/** Reads a region or a project that eva cannot use as it is written. */
export const place: Reader = (_, { target: { entry } }) =>
  entry?.config['base_url'] === undefined
    ? keyLeftOut('eva cannot use its value, and takes that of the environment')
    : keyNoted('its server has one address for all');

/** Reads the name of a variable that no entry takes. */
const keyVariableName: Reader = ({ node: { value } }) =>
  typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value)
    ? keyNoted('promptfoo does not use it with this provider')
    : keyLeftOut('it is no name of a variable');

/** Returns the reader for keys whose effect eva does not have. */
export function without(reason: string): Reader {
  return () => keyLeftOut(reason);
}

type Words = Readonly<Record<string, Reader>>;

/** Returns the same reader for several words. */
function all(reader: Reader, ...words: readonly string[]): Words {
  return Object.fromEntries(words.map((word) => [word, reader]));
}

/** The keys that mean the same in `config` of every provider. */
const common: Words = {
  temperature,
  top_p: topP,
  stop,
  tools,
  tool_choice: toolChoice,
  cost: price('both'),
  inputCost: price('input'),
  outputCost: price('output'),
  n: replyCount,
  ...all(without('eva counts no tokens of a cache'), 'cacheReadCost', 'cacheWriteCost', 'cacheReadInputCost'),
  ...all(secret, 'apiKey', 'accessKeyId', 'secretAccessKey', 'sessionToken', 'azureClientSecret', 'cfAigToken'),
  ...all(() => keyLeftOut('eva sends no headers of your own, since they may hold keys'), 'headers', 'beta'),
  ...all(
    () => keyNoted('eva takes the login from the environment', 'log in as before'),
    ...['organization', 'profile', 'credentials', 'azureClientId', 'azureTenantId', 'azureAuthorityHost'],
    ...['azureTokenScope', 'googleAuthOptions', 'keyFilename'],
  ),
  ...all(() => keyNoted('it adds data beside the answer, which eva does not read'), 'logprobs', 'top_logprobs'),
  ...all(
    steering,
    ...['apiKeyRequired', 'basePath', 'cache', 'concurrency', 'debug', 'delay', 'isReasoningModel', 'linkedTargetId'],
    ...['maxRetries', 'max_retries', 'o1', 'omitDefaults', 'retries', 'showThinking', 'stream', 'timeout'],
    'usage_tier',
  ),
  ...all(() => keyNoted('promptfoo does not use it with this provider'), 'apiHost', 'apiBaseUrl'),
  apiKeyEnvar: keyVariableName,
  ...all(runTools, 'mcp', 'functionToolCallbacks', 'functionCallbacks'),
};

const chat: Words = {
  ...common,
  ...all(tokenLimit, 'max_tokens', 'max_completion_tokens', 'max_new_tokens'),
  seed: samplingSeed,
  response_format: responseFormat,
  functions: tools,
  function_call: toolChoice,
  reasoning_effort: effort,
  reasoning,
  verbosity: verbosity,
  apiVersion: () => keyNoted('eva uses the protocol without versions there'),
  ...all(without('eva asks for text'), 'modalities', 'audio'),
  systemPrompt: systemPrompt,
  ...all(
    extra,
    ...['presence_penalty', 'frequency_penalty', 'logit_bias', 'user', 'service_tier', 'metadata', 'store'],
    ...['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'],
  ),
};

const responses: Words = {
  ...common,
  ...all(tokenLimit, 'max_output_tokens', 'max_tokens'),
  seed: samplingSeed,
  response_format: responseFormat,
  reasoning_effort: effort,
  reasoning,
  verbosity: verbosity,
  apiVersion: () => keyNoted('eva uses the protocol without versions there'),
  instructions: system,
  ...all(
    extra,
    ...['include', 'max_tool_calls', 'metadata', 'parallel_tool_calls', 'service_tier', 'store', 'truncation', 'user'],
    ...['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'background', 'previous_response_id'],
  ),
};

const messages: Words = {
  ...common,
  top_k: topK,
  max_tokens: tokenLimit,
  stop_sequences: stop,
  thinking,
  effort,
  output_format: responseFormat,
  ...all(extra, 'metadata', 'service_tier', 'cache_control'),
};

const bedrock: Words = {
  ...common,
  top_k: topK,
  ...all(tokenLimit, 'max_tokens', 'maxTokens'),
  topP,
  topK,
  ...all(stop, 'stop_sequences', 'stopSequences'),
  toolChoice,
  thinking,
  effort,
  reasoningConfig: otherReasoning,
  region: place,
  anthropic_version: () => keyNoted('eva sends the same version'),
  ...all(without('eva sends no guardrails'), 'guardrailIdentifier', 'guardrailVersion', 'trace'),
};

/** The keys of Gemini, which Claude at Vertex AI takes too. */
const gemini: Words = {
  ...common,
  top_k: topK,
  ...all(tokenLimit, 'maxOutputTokens', 'max_output_tokens', 'max_tokens'),
  topP,
  topK,
  ...all(stop, 'stopSequences', 'stop_sequences'),
  seed: samplingSeed,
  ...all(toolChoice, 'toolConfig', 'tool_config'),
  ...all(responseSchema, 'responseSchema', 'response_schema', 'responseJsonSchema'),
  ...all(mediaType, 'responseMimeType', 'response_mime_type'),
  thinkingConfig,
  thinking,
  effort,
  systemInstruction: system,
  useAssistantRole: () => keyNoted('eva names the roles as the protocol does that it speaks there'),
  ...all(place, 'region', 'projectId'),
  ...all(() => keyNoted('eva sends a version of its own'), 'apiVersion', 'anthropicVersion', 'anthropic_version'),
  ...all(
    without('it belongs to the protocol of Gemini, which eva does not speak'),
    'safetySettings',
    'presencePenalty',
    'frequencyPenalty',
  ),
};

const ollama: Words = {
  ...common,
  num_predict: numPredict,
  think,
  format: jsonFormat,
  keep_alive: steering,
  seed: samplingSeed,
  ...all(extra, 'presence_penalty', 'frequency_penalty'),
  ...all(
    without('the chat-completions address of Ollama does not take it'),
    ...['main_gpu', 'mirostat', 'mirostat_eta', 'mirostat_tau', 'num_batch', 'num_ctx', 'num_gpu', 'num_keep'],
    ...['num_thread', 'repeat_last_n', 'repeat_penalty', 'tfs_z', 'top_k', 'typical_p'],
  ),
};

const cohere: Words = {
  ...common,
  max_tokens: tokenLimit,
  p: topP,
  k: topK,
  seed: samplingSeed,
  stop_sequences: stop,
  ...all(system, 'preamble_override', 'preamble'),
  ...all(extra, 'presence_penalty', 'frequency_penalty'),
  ...all(steering, 'showSearchQueries', 'showDocuments'),
};

/** The keys of `config` in each dialect, with their readers. */
export const settingReaders: Readonly<Record<Exclude<Dialect, 'none'>, Words>> = {
  chat,
  responses,
  messages,
  bedrock,
  gemini,
  ollama,
  cohere,
};
