import { createAzure } from '../http/chat-completions.js';
import { openai } from './openai.js';
import { hasEntry, type ProviderType } from './provider-type.js';

/** Azure OpenAI: chat completions with addresses and a key header of its own. Its models are deployments. */
export const azure: ProviderType = {
  name: 'azure',
  traceName: 'azure.ai.openai',
  settings: ['base_url', 'api_key_env', 'api_version', 'max_tokens_as'],
  modelNames: { isBuiltIn: true },
  keyVariable: 'AZURE_OPENAI_API_KEY',
  server: {
    variable: 'AZURE_OPENAI_ENDPOINT',
    versionVariables: ['AZURE_OPENAI_API_VERSION', 'OPENAI_API_VERSION'],
    endsWithV1: false,
    hosts: /^[a-z0-9-]+\.(openai|cognitiveservices|services\.ai)\.azure\.(com|us|cn)$/,
    isResource: true,
  },
  needsKey: () => true,
  can: openai.can,
  lacks: openai.lacks,
  ...(openai.reservedKeys && { reservedKeys: openai.reservedKeys }),
  create: async ({ name, config, apiKey = '', baseUrl = '', apiVersion, redact }) =>
    createAzure({
      name,
      apiKey,
      baseUrl,
      apiVersion,
      tokenLimit: config.max_tokens_as ?? 'max_completion_tokens',
      hasEntry: hasEntry({ name, config }),
      redact,
    }),
};
