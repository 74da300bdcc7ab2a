import type { ProviderConfig } from '#model/config.js';
import type { JsonObject } from '#model/data/json.js';
import type { TokenLimit } from '../http/token-limit.js';
import type { ListedModel } from './prices/list-price.js';
import {
  alwaysReserved,
  baseUrlSetting,
  hasEntry,
  keySetting,
  type ProviderType,
  type ReachedServer,
  tokenLimitSetting,
} from './provider-type.js';

export const official = 'https://api.openai.com/v1';

/** The `tools` of a provider that may not know a forced choice of a tool. */
export const forcedToolSetting: JsonObject = {
  description: 'Whether the server can be forced to call a tool. Only for openai and openai-responses. Default: true.',
  type: 'boolean',
};

/** Returns the model of a price list that a name means at the official server, for each of its protocols. */
export function listedAs(model: string, { baseUrl }: ReachedServer): ListedModel | undefined {
  return baseUrl === official ? { seller: 'openai', model, place: 'provider' } : undefined;
}

export const openai: ProviderType = {
  name: 'openai',
  traceName: 'openai',
  about: 'openai for any server that speaks the chat-completions protocol',
  settings: {
    base_url: baseUrlSetting,
    api_key_env: keySetting,
    tools: forcedToolSetting,
    max_tokens_as: tokenLimitSetting,
  },
  modelNames: {
    isBuiltIn: true,
    elsewhere: { responses: 'openai-responses' },
    known: /^(?:gpt-\d|chatgpt-|text-embedding-|o[1-9](?:-|$))[^\s:/]*$/,
  },
  keyVariable: 'OPENAI_API_KEY',
  server: { variable: 'OPENAI_BASE_URL', official, endsWithV1: true },
  needsKey: (baseUrl) => baseUrl === official,
  listedAs,
  can: { tools: true, batches: false, tokenCounts: true, tokenBounds: true },
  lacks: ({ tools }) => [
    'top_k',
    'stop_above_4',
    'reasoning_budget',
    ...(tools === false ? (['forced_tool_choice'] as const) : []),
  ],
  reservedKeys: {
    ...alwaysReserved,
    max_completion_tokens: ['max_tokens'],
    seed: ['sampling_seed'],
    reasoning_effort: ['reasoning'],
    functions: ['tools'],
    function_call: ['tool_choice'],
    stream_options: [],
  },
  create: async ({ name, config, apiKey, baseUrl = official, redact }) =>
    (await import('../http/chat-completions.js')).createOpenai({
      name,
      apiKey,
      baseUrl,
      redact,
      tokenLimit: tokenLimitOf(config, baseUrl),
      hasEntry: hasEntry({ name, config }),
    }),
};

/**
 * Returns the name under which requests carry `max_tokens`. The official API rejects that one for its newer models; many other servers know
 * no other.
 */
export function tokenLimitOf({ max_tokens_as }: ProviderConfig, baseUrl: string): TokenLimit {
  return max_tokens_as ?? (baseUrl === official ? 'max_completion_tokens' : 'max_tokens');
}
