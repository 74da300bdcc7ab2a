/** Variables by which Claude Code finds its login, its configuration and its way through proxies and gateways. */
const always = new RegExp(
  [
    '^(CLAUDE_(SECURESTORAGE_)?CONFIG_DIR|CLAUDE_CODE_(OAUTH_[A-Z_]+|CLIENT_(CERT|KEY|KEY_PASSPHRASE)|CERT_STORE|TMPDIR)',
    'CLAUDE_CODE_(USE_(BEDROCK|MANTLE|ANTHROPIC_AWS|VERTEX|FOUNDRY|GATEWAY)|SKIP_[A-Z_]+_AUTH)',
    'ANTHROPIC_(BASE_URL|AUTH_TOKEN|CUSTOM_HEADERS|DEFAULT_[A-Z]+_MODEL)',
    'XDG_[A-Z_]+|(HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$',
  ].join('|'),
  'i',
);

/** Clouds that can be in front of the model: the variables that choose one, and the variables that belong to it. */
const clouds: readonly (readonly [choice: RegExp, names: RegExp])[] = [
  [/^CLAUDE_CODE_USE_(BEDROCK|MANTLE|ANTHROPIC_AWS)$/, /^(ANTHROPIC_(BEDROCK|AWS)|AWS)_[A-Z0-9_]+$/],
  [
    /^CLAUDE_CODE_USE_VERTEX$/,
    /^(ANTHROPIC_VERTEX_[A-Z_]+|VERTEX_REGION_[A-Z0-9_]+|CLOUD_ML_REGION|GOOGLE_(APPLICATION_CREDENTIALS|CLOUD_[A-Z_]+)|GCLOUD_PROJECT)$/,
  ],
  [/^CLAUDE_CODE_USE_FOUNDRY$/, /^(ANTHROPIC_FOUNDRY|AZURE)_[A-Z_]+$/],
];

/**
 * Returns a pattern for the names of the variables that Claude Code needs in this environment, beside the ordinary ones. Keys of a
 * cloud are among them only where the environment chooses that cloud. `ANTHROPIC_API_KEY` is among them only where a base URL is set:
 * elsewhere it would take the place of the login, and bill another account.
 */
export function claudeVariables(env: Readonly<Record<string, string | undefined>>, hasBaseUrl: boolean): RegExp {
  const chosen = clouds.filter(([choice]) => Object.keys(env).some((name) => choice.test(name) && env[name]));
  const patterns = [always, ...chosen.map(([, names]) => names), ...(hasBaseUrl ? [/^ANTHROPIC_API_KEY$/] : [])];
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}
