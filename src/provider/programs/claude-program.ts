import type { JsonObject } from '#model/data/json.js';
import { longestTimerMs } from '#model/limits.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { messagesUsage } from '../anthropic/messages.js';
import { asObject, endReason, parseJson } from '../http/answer-fields.js';
import { kindOfStatus } from '../http/http-failure.js';
import type { ProgramResult } from '../process/run-program.js';
import { loadPrograms, programEnvironment } from '../process/start-program.js';
import { type FailureKind, failureText, type Provider, ProviderFailure } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';
import { describeEnd, messagesText, type ProgramConfig, programOf, runForReply } from './program-reply.js';

/** Opens the `claude` program, or the one that eva.yml names in its place. */
export function openClaudeCli(options: CreateOptions): Provider {
  return createClaudeCli(programOf(options.config.command ?? ['claude'], claudeEnvironment(options), options));
}

/**
 * Opens Claude Code in print mode as a bare model: one attempt, without thinking, tools, settings, hooks, servers and slash commands, and
 * with the system prompt of the request instead of its own. It has no option for the temperature.
 */
export function createClaudeCli(config: ProgramConfig & { readonly name: string }): Provider {
  return {
    name: config.name,
    environment: config.env,
    load: loadPrograms,
    async send(request, options) {
      const env = callEnvironment(config.env, request, options.timeout_s);
      const program = { ...config, argv: [...config.argv, ...flags(request)], env };
      const result = await runForReply(program, messagesText(request), options);
      return readClaudeResult(config, result, request);
    },
  };
}

/** Returns the options of one call. Untrusted texts follow an equals sign, so that none of them is parsed as an option. */
function flags({ model, system }: ModelRequest): string[] {
  const bare = ['--tools', '', '--strict-mcp-config', '--setting-sources', '', '--disable-slash-commands'];
  const output = ['-p', '--output-format', 'json', '--no-session-persistence'];
  return [...output, `--model=${model}`, ...bare, `--system-prompt=${system ?? ''}`];
}

/** Error messages of Claude Code without an HTTP status, and the kinds of failure that they mean. */
const complaints: readonly (readonly [RegExp, FailureKind])[] = [
  [/not logged in|run \/login|invalid api key|oauth token|api error: 401|authentication_error/i, 'refused_key'],
  [/issue with the selected model|not_found_error|api error: 404/i, 'unknown_model'],
  [/api error: 403|permission_error/i, 'not_allowed'],
  [/api error: 400|invalid_request_error/i, 'bad_request'],
  [/api error: 429|rate_limit_error|usage limit/i, 'rate_limited'],
  [/api error: 529|overloaded_error/i, 'overloaded'],
  [/api error: 5\d\d/i, 'server_error'],
  [/connection (error|to the api was lost)|unable to connect|econn(reset|refused)/i, 'connection'],
  [/request timed out/i, 'timeout'],
];

/** Error messages about a reply that reached a limit: of tokens, or of the context window. */
const cut = /exceeded the \S+ output token maximum|reached its context window limit/i;

/** Reads the output of Claude Code. Throws `ProviderFailure` unless the model answered, was truncated or refused. */
function readClaudeResult(config: ProgramConfig, result: ProgramResult, request: ModelRequest): Reply {
  const output = parseJson(result.stdout); // some versions print the result as the last of a list of events
  const said = Array.isArray(output)
    ? output.map(asObject).findLast((event) => event?.['type'] === 'result')
    : asObject(output);
  const text = said?.['result'];
  if (!said || typeof text !== 'string') throw failure(config, result, said, undefined);
  if (said['is_error'] !== true && result.exit_code === 0) return answered(said, text, result, request);
  const stop = said['stop_reason'] === 'refusal' ? 'refusal' : cut.test(text) ? 'max_tokens' : undefined;
  if (stop === undefined) throw failure(config, result, said, text);
  return toReply(said, { text: '', stop }, result, request);
}

/**
 * Reads a reply without an error. Claude Code asks a truncated model to continue, up to three times, and prints only the last part: the sum
 * of the tokens shows that. It asks again after an empty reply: the number of turns shows that.
 */
function answered(said: JsonObject, text: string, result: ProgramResult, request: ModelRequest): Reply {
  const turns = said['num_turns'];
  if (turns === 0) throw new ProviderFailure('bad_request', attemptTexts.claude_command());
  const { output_tokens } = messagesUsage(asObject(said['usage']));
  if (output_tokens !== null && output_tokens > request.max_tokens) {
    return toReply(said, { text: '', stop: 'max_tokens' }, result, request);
  }
  const isSecondAnswer = typeof turns === 'number' && turns > 1;
  const stop = endReason(said['stop_reason']);
  return toReply(said, { text: isSecondAnswer ? '' : text, stop }, result, request);
}

function failure(
  config: ProgramConfig,
  result: ProgramResult,
  said: JsonObject | undefined,
  text: string | undefined,
): ProviderFailure {
  const complaint = text ?? `${result.stderr}\n${result.stdout}`;
  const message = text === undefined ? describeEnd(config, result) : failureText(config.redact(text));
  const status = said?.['api_error_status'];
  const kind =
    typeof status === 'number' && status >= 400
      ? kindOfStatus(status)
      : (complaints.find(([pattern]) => pattern.test(complaint))?.[1] ?? 'process');
  return new ProviderFailure(kind, message || attemptTexts.claude_no_result());
}

function toReply(
  said: JsonObject,
  { text, stop }: Pick<Reply, 'text' | 'stop'>,
  result: ProgramResult,
  request: ModelRequest,
): Reply {
  const models = Object.keys(asObject(said['modelUsage']) ?? {});
  return {
    text,
    stop,
    usage: messagesUsage(asObject(said['usage'])),
    latency_s: result.duration_ms / 1000,
    model: models.length === 1 ? (models[0] ?? request.model) : request.model,
  };
}

/** Returns the environment of Claude Code. The base URL and the key of an entry in eva.yml override those of the environment. */
function claudeEnvironment({ config, apiKey, baseUrl, env, withheld }: CreateOptions): Record<string, string> {
  const alsoWithheld = config.api_key_env === undefined ? withheld : [...withheld, 'ANTHROPIC_AUTH_TOKEN'];
  return {
    ...programEnvironment(env, alsoWithheld, claudeVariables(env, baseUrl !== undefined)),
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
