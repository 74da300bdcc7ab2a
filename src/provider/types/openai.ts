import { baseUrlSetting, keySetting, type ProviderType } from './provider-type.js';

const official = 'https://api.openai.com/v1';

/** Any server with the chat-completions protocol. */
export const openai: ProviderType = {
  name: 'openai',
  about: 'openai for any server that speaks the chat-completions protocol',
  settings: {
    base_url: baseUrlSetting,
    api_key_env: keySetting,
    tools: {
      description: 'Whether the server can be forced to call a tool. Only for openai. Default: true.',
      type: 'boolean',
    },
  },
  modelNames: { isBuiltIn: true, allowsSlash: true },
  keyVariable: 'OPENAI_API_KEY',
  server: { variable: 'OPENAI_BASE_URL', official, endsWithV1: true },
  needsKey: (baseUrl) => baseUrl === official,
  can: { tools: true, batches: false, tokenCounts: true, tokenBounds: true },
  create: async ({ name, apiKey, baseUrl = official, redact }) =>
    (await import('../http/chat-completions.js')).createOpenai({
      name,
      apiKey,
      baseUrl,
      redact,
      isOfficial: baseUrl === official,
    }),
};
