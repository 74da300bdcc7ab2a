import { createResponses } from '../http/responses.js';
import { listedAs, official, openai } from './openai.js';
import { alwaysReserved, type ProviderType } from './provider-type.js';

/** Any server with the Responses protocol. */
export const openaiResponses: ProviderType = {
  name: 'openai-responses',
  traceName: 'openai',
  settings: ['base_url', 'api_key_env', 'tools'],
  modelNames: { isBuiltIn: true },
  keyVariable: openai.keyVariable,
  server: { variable: 'OPENAI_BASE_URL', official, endsWithV1: true },
  needsKey: openai.needsKey,
  listedAs,
  can: openai.can,
  leastTokens: 16,
  lacks: ({ tools }) => [
    'embeddings',
    'top_k',
    'stop',
    'stop_above_4',
    'sampling_seed',
    'reasoning_budget',
    ...(tools === false ? (['forced_tool_choice'] as const) : []),
  ],
  reservedKeys: {
    ...alwaysReserved,
    input: ['messages'],
    instructions: ['messages'],
    max_output_tokens: ['max_tokens'],
    text: ['response_format'],
    background: [],
    conversation: [],
    previous_response_id: [],
    stream_options: [],
  },
  create: async ({ name, apiKey, baseUrl = official, redact }) => createResponses({ name, apiKey, baseUrl, redact }),
};
