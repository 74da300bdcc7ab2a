import { createBedrock } from '../anthropic/clouds.js';
import { bedrockModel } from '../prices/price-table.js';
import { type ProviderType, reservedForMessages } from './provider-type.js';

const packageName = '@anthropic-ai/bedrock-sdk';

/** Models of Anthropic at Amazon Bedrock. */
export const bedrock: ProviderType = {
  name: 'bedrock',
  traceName: 'aws.bedrock',
  settings: ['base_url', 'api_key_env', 'region'],
  modelNames: {
    isBuiltIn: true,
    known: /^(?:(?:[a-z-]+\.)?anthropic\.claude-|arn:aws[a-z-]*:bedrock:)\S+$/,
    alsoCalled: ['amazon-bedrock', 'aws-bedrock', 'aws', 'amazon'],
    flawOf: (model) => {
      if (/^(?:[a-z-]+\.)?anthropic\.|^arn:/.test(model)) return null;
      return model.startsWith('claude-') ? { meant: `global.anthropic.${model}` } : {};
    },
    example: 'global.anthropic.claude-sonnet-5-5',
  },
  keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
  login: 'a signature by your AWS credentials, with their session token',
  server: {
    variable: 'ANTHROPIC_BEDROCK_BASE_URL',
    endsWithV1: false,
    hosts: /^([a-z0-9-]+\.)*bedrock(-[a-z]+)*\.[a-z]{2}(-[a-z]+)+-\d\.(vpce\.)?(amazonaws\.com(\.cn)?|api\.aws)$/,
  },
  package: packageName,
  needed: [{ setting: 'region', variables: ['AWS_REGION', 'AWS_DEFAULT_REGION'], example: 'us-east-1' }],
  needsKey: () => false,
  listedAs: (model, { baseUrl }) => (baseUrl === undefined ? bedrockModel(model) : undefined),
  can: { tools: true, batches: false, tokenCounts: true, tokenBounds: true },
  lacks: () => ['embeddings', 'sampling_seed', 'json', 'json_schema_not_strict'],
  reservedKeys: { ...reservedForMessages, anthropic_version: [] },
  create: async (options) => createBedrock(options, packageName),
};
