import { longestTimerMs } from '#model/limits.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import { programEnvironment } from '#process/program-environment.js';
import type { CreateOptions } from '../types/provider-type.js';

/** Returns the environment of Claude Code. The base URL and the key of an entry in eva.yml override those of the environment. */
export function claudeEnvironment({
  config,
  apiKey,
  baseUrl,
  env,
  withheld,
}: Pick<CreateOptions, 'config' | 'apiKey' | 'baseUrl' | 'env' | 'withheld'>): Record<string, string> {
  const others = config.api_key_env === undefined ? withheld : [...withheld, 'ANTHROPIC_AUTH_TOKEN'];
  return {
    ...programEnvironment(env, others, claudeVariables(env, baseUrl !== undefined)),
    ...(baseUrl !== undefined && { ANTHROPIC_BASE_URL: baseUrl }),
    ...(apiKey !== undefined && { ANTHROPIC_API_KEY: apiKey }),
  };
}

/** Variables with the login, the configuration, and the proxies and gateways of Claude Code. */
const always = new RegExp(
  [
    '^(CLAUDE_(SECURESTORAGE_)?CONFIG_DIR|CLAUDE_CODE_(OAUTH_[A-Z_]+|CLIENT_(CERT|KEY|KEY_PASSPHRASE)|CERT_STORE|TMPDIR)',
    'CLAUDE_CODE_(USE_(BEDROCK|MANTLE|ANTHROPIC_AWS|VERTEX|FOUNDRY|GATEWAY)|SKIP_[A-Z_]+_AUTH)',
    'ANTHROPIC_(BASE_URL|AUTH_TOKEN|CUSTOM_HEADERS|DEFAULT_[A-Z]+_MODEL)',
    'XDG_[A-Z_]+|(HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$',
  ].join('|'),
  'i',
);

/** Clouds that can serve the model: the variables that select a cloud, and the variables that belong to it. */
const clouds: readonly (readonly [choice: RegExp, names: RegExp])[] = [
  [/^CLAUDE_CODE_USE_(BEDROCK|MANTLE|ANTHROPIC_AWS)$/, /^(ANTHROPIC_(BEDROCK|AWS)|AWS)_[A-Z0-9_]+$/],
  [
    /^CLAUDE_CODE_USE_VERTEX$/,
    /^(ANTHROPIC_VERTEX_[A-Z_]+|VERTEX_REGION_[A-Z0-9_]+|CLOUD_ML_REGION|GOOGLE_(APPLICATION_CREDENTIALS|CLOUD_[A-Z_]+)|GCLOUD_PROJECT)$/,
  ],
  [/^CLAUDE_CODE_USE_FOUNDRY$/, /^(ANTHROPIC_FOUNDRY|AZURE)_[A-Z_]+$/],
];

/**
 * Returns a pattern for the names of the further variables that Claude Code needs. It includes the keys of a cloud only if the environment
 * selects that cloud, and `ANTHROPIC_API_KEY` only if a base URL is set: else the key would replace the login and bill another account.
 */
function claudeVariables(env: Readonly<Record<string, string | undefined>>, hasBaseUrl: boolean): RegExp {
  const chosen = clouds.filter(([choice]) => Object.keys(env).some((name) => choice.test(name) && env[name]));
  const patterns = [always, ...chosen.map(([, names]) => names), ...(hasBaseUrl ? [/^ANTHROPIC_API_KEY$/] : [])];
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

/** Switches that turn Claude Code into a bare model, for version 2.1.197. Other versions ignore switches that they do not know. */
const bare: Readonly<Record<string, string>> = {
  // No thinking: its budget counts towards `max_tokens`, and the API refuses budgets below 1,024.
  MAX_THINKING_TOKENS: '0',
  CLAUDE_CODE_DISABLE_THINKING: '1',
  CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING: '1',
  // The API's own default. The program's default differs from model to model.
  CLAUDE_CODE_EFFORT_LEVEL: 'high',
  // One attempt: eva retries, within its own limits.
  CLAUDE_CODE_MAX_RETRIES: '0',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  // No other model, neither for a retired one nor after a refusal.
  CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP: '1',
  CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: '1',
  // Nothing but the prompt. With attachments, `@/path` in a prompt sends the file at that path to the model.
  CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
  DISABLE_COMPACT: '1',
  // Tokens cost what `prices:` says: no writes to a cache.
  DISABLE_PROMPT_CACHING: '1',
  // No calls besides the requested one: titles of sessions, telemetry, error reports, updates.
  CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
};

/** Returns the environment of one call: the given one, with the switches, the token limit and the time limit of the request. */
export function callEnvironment(
  env: Readonly<Record<string, string>>,
  { max_tokens }: Pick<ModelRequest, 'max_tokens'>,
  timeout_s: number,
): Record<string, string> {
  const timeoutMs = Math.min(Math.ceil(timeout_s * 1000), longestTimerMs);
  return { ...env, ...bare, CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(max_tokens), API_TIMEOUT_MS: String(timeoutMs) };
}
