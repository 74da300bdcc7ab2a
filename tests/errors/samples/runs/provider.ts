const forms = 'claude-… or openai:NAME';
const refusal = {
  provider: 'anthropic',
  model: 'claude-opus-4-7',
  variable: 'ANTHROPIC_API_KEY',
  reason: '400 the server gave no reason',
};

const optional = {
  provider: 'bedrock',
  name: '@anthropic-ai/bedrock-sdk',
  install: 'npm install --save-dev @anthropic-ai/bedrock-sdk',
};

/** Sample parameters for the sentences of `provider`. */
export const providerSamples = {
  'EVA_BAD_MODEL:form': { name: 'gpt', forms },
  'EVA_BAD_MODEL:endpoint': { name: 'openai:chat:gpt-5', word: 'chat', meant: 'openai:gpt-5', forms },
  'EVA_BAD_MODEL:server': {
    name: 'mistral-large',
    forms,
    entry:
      'providers: { mistral: { type: openai, base_url: "https://api.mistral.ai/v1", api_key_env: MISTRAL_API_KEY } }',
    model: 'mistral:mistral-large',
  },
  'EVA_BAD_MODEL:cloud': {
    name: 'bedrock:claude-sonnet-5-5',
    meant: 'bedrock:global.anthropic.claude-sonnet-5-5',
    provider: 'bedrock',
    example: 'bedrock:global.anthropic.claude-sonnet-5-5',
  },
  'EVA_BAD_MODEL:hyphen': { name: 'openai:-x', forms },
  'EVA_BAD_MODEL:provider': { name: 'opnai:gpt-5', forms, meant: 'openai:gpt-5' },
  'EVA_BAD_MODEL:prefix': { name: 'mine', forms, type: 'command' },
  'EVA_BAD_MODEL:entry': { name: 'mine', forms, type: 'command' },
  'EVA_NO_KEY:provider': refusal,
  'EVA_NO_KEY:entry': { provider: 'mine', variable: 'MINE_API_KEY', login: null },
  'EVA_KEY_REFUSED:unset': refusal,
  'EVA_KEY_REFUSED:characters': refusal,
  'EVA_KEY_REFUSED:provider': refusal,
  EVA_NOT_ALLOWED: refusal,
  EVA_BAD_REQUEST: refusal,
  'EVA_BAD_REQUEST:token_limit': { ...refusal, name: 'max_completion_tokens', hasEntry: true },
  'EVA_BAD_REQUEST:forced_tool': { ...refusal, fix: 'add tools: false to the entry mine under providers: in eva.yml' },
  EVA_UNKNOWN_MODEL: refusal,
  EVA_UNKNOWN_AUTHORITY: {
    ...refusal,
    reason: 'the certificate of llm.example.com is of an authority that Node does not know (SELF_SIGNED_CERT_IN_CHAIN)',
  },
  EVA_NO_PROGRAM: refusal,
  'EVA_BAD_VALUE:base_url_variable': {
    variable: 'OPENAI_BASE_URL',
    kind: 'not_http',
    endsWithV1: true,
  },
  'EVA_BAD_VALUE:no_base_url': {
    provider: 'azure',
    variable: 'AZURE_OPENAI_ENDPOINT',
    endsWithV1: false,
    isResource: true,
  },
  'EVA_BAD_VALUE:api_version_variable': { variable: 'OPENAI_API_VERSION' },
  'EVA_NO_PACKAGE:missing': optional,
  'EVA_NO_PACKAGE:tracked': { ...optional, file: '/work/node_modules/@anthropic-ai/bedrock-sdk/index.js' },
  'EVA_NO_PACKAGE:version': { ...optional, version: '0.29.1', major: '1' },
  'EVA_NO_PACKAGE:broken': { ...optional, reason: "Cannot find module '@smithy/types'" },
  'EVA_MISSING_KEY:place': {
    provider: 'bedrock',
    type: 'bedrock',
    missing: [{ setting: 'region', variables: ['AWS_REGION', 'AWS_DEFAULT_REGION'], example: 'us-east-1' }],
  },
  'EVA_BAD_VALUE:place_variable': { setting: 'region', variable: 'AWS_REGION', example: 'us-east-1' },
  'EVA_BAD_VALUE:silence': { variable: 'EVA_SILENCE_S' },
  'EVA_BAD_VALUE:batch_poll': { variable: 'EVA_BATCH_POLL_MS' },
  EVA_UNKNOWN_BATCH: { provider: 'anthropic', id: 'msgbatch_01' },
  'EVA_DISK:reply': { store: 'journal', code: 'ENOSPC' },
} as const;
