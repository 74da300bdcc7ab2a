import { openai } from './openai.js';
import { baseUrlSetting, hasEntry, keySetting, type ProviderType, tokenLimitSetting } from './provider-type.js';

/** Azure OpenAI: chat completions with addresses and a key header of its own. Its models are deployments. */
export const azure: ProviderType = {
  name: 'azure',
  traceName: 'azure.ai.openai',
  about: 'azure for Azure OpenAI',
  settings: {
    base_url: baseUrlSetting,
    api_key_env: keySetting,
    api_version: {
      description:
        'The date of a version of the API, such as 2024-10-21, for addresses with /openai/deployments. Only for azure. Default: none, for the v1 API.',
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}(-preview)?$',
    },
    max_tokens_as: tokenLimitSetting,
  },
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
    (await import('../http/azure.js')).createAzure({
      name,
      apiKey,
      baseUrl,
      apiVersion,
      tokenLimit: config.max_tokens_as ?? 'max_completion_tokens',
      hasEntry: hasEntry({ name, config }),
      redact,
    }),
};
