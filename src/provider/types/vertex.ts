import { createVertex } from '../anthropic/clouds.js';
import { vertexModel } from '../prices/price-table.js';
import { type ProviderType, reservedForMessages } from './provider-type.js';

const packageName = '@anthropic-ai/vertex-sdk';

/** Models of Anthropic at Google Vertex AI. */
export const vertex: ProviderType = {
  name: 'vertex',
  traceName: 'gcp.vertex_ai',
  settings: ['base_url', 'region', 'project'],
  modelNames: {
    isBuiltIn: true,
    known: /^claude-[^\s:/@]+@\S+$/,
    alsoCalled: ['vertex_ai', 'vertexai', 'vertex-ai', 'google-vertex', 'google', 'gcp'],
    flawOf: (model) => {
      if (/^claude-[^\s/]+$/.test(model)) return null;
      const [meant] = /claude-[^\s:/]+$/.exec(model) ?? [];
      return meant === undefined ? {} : { meant };
    },
    example: 'claude-sonnet-5-5',
  },
  keyVariable: '',
  login: 'an access token of your Google Cloud login',
  server: {
    variable: 'ANTHROPIC_VERTEX_BASE_URL',
    endsWithV1: true,
    hosts: /^([a-z0-9-]+-)?aiplatform(\.[a-z]+\.rep)?\.googleapis\.com$/,
  },
  package: packageName,
  needed: [
    { setting: 'region', variables: ['CLOUD_ML_REGION'], example: 'global' },
    {
      setting: 'project',
      variables: ['ANTHROPIC_VERTEX_PROJECT_ID', 'GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT'],
      example: 'my-project',
    },
  ],
  needsKey: () => false,
  listedAs: (model, { baseUrl, region }) => (baseUrl === undefined ? vertexModel(model, region) : undefined),
  can: { tools: true, batches: false, tokenCounts: true, tokenBounds: true },
  lacks: () => ['embeddings', 'sampling_seed', 'json', 'json_schema_not_strict'],
  reservedKeys: { ...reservedForMessages, anthropic_version: [] },
  create: async (options) => createVertex(options, packageName),
};
