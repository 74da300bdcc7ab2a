const forms = 'claude-… or openai:NAME';

const refusal = {
  provider: 'anthropic',
  model: 'claude-opus-4-7',
  variable: 'ANTHROPIC_API_KEY',
  reason: '400 the server gave no reason',
};

/** Sample parameters for the sentences of `provider`. */
export const providerSamples = {
  'EVA_BAD_MODEL:form': { name: 'gpt', forms },
  'EVA_BAD_MODEL:provider': { name: 'opnai:gpt-5', forms, meant: 'openai:gpt-5' },
  'EVA_KEY_REFUSED:unset': refusal,
  'EVA_KEY_REFUSED:provider': refusal,
  EVA_NOT_ALLOWED: refusal,
  EVA_BAD_REQUEST: refusal,
  'EVA_BAD_REQUEST:token_limit': { ...refusal, name: 'max_completion_tokens', hasEntry: true },
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
  'EVA_MISSING_KEY:place': {
    provider: 'bedrock',
    type: 'bedrock',
    missing: [{ setting: 'region', variables: ['AWS_REGION', 'AWS_DEFAULT_REGION'], example: 'us-east-1' }],
  },
} as const;
