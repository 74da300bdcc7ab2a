import { createBatchesApi } from '../anthropic/message-batches.js';
import { createAnthropic } from '../anthropic/messages.js';
import { type CreateOptions, type ProviderType, reservedForMessages } from './provider-type.js';

const official = 'https://api.anthropic.com';

/** The Messages API. */
export const anthropic: ProviderType = {
  name: 'anthropic',
  traceName: 'anthropic',
  settings: ['base_url', 'api_key_env'],
  modelNames: {
    isBuiltIn: true,
    short: { pattern: /^claude-(?!cli)[^\s:/@]+$/, form: 'claude-…' },
  },
  keyVariable: 'ANTHROPIC_API_KEY',
  server: { variable: 'ANTHROPIC_BASE_URL', official, endsWithV1: false },
  needsKey: () => true,
  listedAs: (model, { baseUrl }) =>
    baseUrl === official ? { seller: 'anthropic', model, place: 'provider' } : undefined,
  can: { tools: true, batches: true, tokenCounts: true, tokenBounds: true },
  lacks: () => ['embeddings', 'sampling_seed', 'json', 'json_schema_not_strict'],
  reservedKeys: reservedForMessages,
  create: async (options) => createAnthropic(clientOptions(options)),
  openBatches: async (options) => createBatchesApi(clientOptions(options)),
};

function clientOptions({ name, apiKey = '', baseUrl = official, redact }: CreateOptions) {
  return { name, apiKey, baseUrl, redact };
}
