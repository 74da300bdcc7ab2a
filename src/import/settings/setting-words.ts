import type { Dialect } from '../providers/target.js';
import * as other from './other-keys.js';
import { keyNoted, type Reader } from './part.js';
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
  cost: other.price('both'),
  inputCost: other.price('input'),
  outputCost: other.price('output'),
  n: other.replyCount,
  ...all(other.without('eva counts no tokens of a cache'), 'cacheReadCost', 'cacheWriteCost', 'cacheReadInputCost'),
  ...all(other.secret, 'apiKey', 'accessKeyId', 'secretAccessKey', 'sessionToken', 'azureClientSecret', 'cfAigToken'),
  ...all(other.headers, 'headers', 'beta'),
  ...all(
    other.login,
    ...['organization', 'profile', 'credentials', 'azureClientId', 'azureTenantId', 'azureAuthorityHost'],
    ...['azureTokenScope', 'googleAuthOptions', 'keyFilename'],
  ),
  ...all(other.besides, 'logprobs', 'top_logprobs'),
  ...all(
    other.steering,
    ...['apiKeyRequired', 'basePath', 'cache', 'concurrency', 'debug', 'delay', 'isReasoningModel', 'linkedTargetId'],
    ...['maxRetries', 'max_retries', 'o1', 'omitDefaults', 'retries', 'showThinking', 'stream', 'timeout'],
    'usage_tier',
  ),
  ...all(() => keyNoted('promptfoo does not use it with this provider'), 'apiHost', 'apiBaseUrl'),
  apiKeyEnvar: other.keyVariableName,
  ...all(runTools, 'mcp', 'functionToolCallbacks', 'functionCallbacks'),
};

/** The keys of chat completions. */
const chat: Words = {
  ...common,
  ...all(tokenLimit, 'max_tokens', 'max_completion_tokens', 'max_new_tokens'),
  seed: samplingSeed,
  response_format: responseFormat,
  functions: tools,
  function_call: toolChoice,
  reasoning_effort: effort,
  reasoning,
  verbosity: other.verbosity,
  apiVersion: () => keyNoted('eva uses the protocol without versions there'),
  ...all(other.without('eva asks for text'), 'modalities', 'audio'),
  systemPrompt: other.systemPrompt,
  ...all(
    other.extra,
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
  verbosity: other.verbosity,
  apiVersion: () => keyNoted('eva uses the protocol without versions there'),
  instructions: other.system,
  ...all(
    other.extra,
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
  ...all(other.extra, 'metadata', 'service_tier', 'cache_control'),
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
  region: other.place,
  anthropic_version: () => keyNoted('eva sends the same version'),
  ...all(other.without('eva sends no guardrails'), 'guardrailIdentifier', 'guardrailVersion', 'trace'),
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
  systemInstruction: other.system,
  useAssistantRole: () => keyNoted('eva names the roles as the protocol does that it speaks there'),
  ...all(other.place, 'region', 'projectId'),
  ...all(() => keyNoted('eva sends a version of its own'), 'apiVersion', 'anthropicVersion', 'anthropic_version'),
  ...all(
    other.without('it belongs to the protocol of Gemini, which eva does not speak'),
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
  keep_alive: other.steering,
  seed: samplingSeed,
  ...all(other.extra, 'presence_penalty', 'frequency_penalty'),
  ...all(
    other.without('the chat-completions address of Ollama does not take it'),
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
  ...all(other.system, 'preamble_override', 'preamble'),
  ...all(other.extra, 'presence_penalty', 'frequency_penalty'),
  ...all(other.steering, 'showSearchQueries', 'showDocuments'),
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
