import type { ProviderConfig } from '#model/config.js';
import type { TokenLimit } from '../http/chat-completions.js';
import { createOpenai } from '../http/chat-completions.js';
import type { ListedModel } from '../prices/price-table.js';
import { alwaysReserved, hasEntry, type ProviderType, type ReachedServer } from './provider-type.js';

export const official = 'https://api.openai.com/v1';

/** Returns the model of a price list that a name means at the official server, for each of its protocols. */
export function listedAs(model: string, { baseUrl }: ReachedServer): ListedModel | undefined {
  return baseUrl === official ? { seller: 'openai', model, place: 'provider' } : undefined;
}

export const openai: ProviderType = {
  name: 'openai',
  traceName: 'openai',
  settings: ['base_url', 'api_key_env', 'tools', 'max_tokens_as'],
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
    createOpenai({
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
