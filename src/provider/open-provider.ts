import { EvaError, problem } from '#errors.js';
import { baseUrlFlaw } from '#model/base-url.js';
import type { ProviderConfig } from '#model/config.js';
import { redactor } from '#model/redact.js';
import { unreachable } from '#model/unreachable.js';
import { programEnvironment } from '#process/program-environment.js';
import type { RequireUnchanged } from '#process/start-program.js';
import type { Admission } from './admission.js';
import { type AnthropicConfig, officialAnthropicUrl } from './anthropic/client.js';
import { createAnthropic } from './anthropic/messages.js';
import { firstSilenceMs } from './limits/first-silence.js';
import { type Silence, SilenceWatch } from './limits/silence-watch.js';
import { withLimits } from './limits/with-limits.js';
import { withTimeout } from './limits/with-timeout.js';
import type { ModelRoute } from './model-name.js';
import { createOpenai, officialOpenaiUrl } from './openai.js';
import { createClaudeCli } from './programs/claude-cli.js';
import { claudeVariables } from './programs/claude-variables.js';
import { createCommand } from './programs/command.js';
import type { Provider } from './provider.js';
import type { RetryPolicy } from './retry/retry-policy.js';
import { withBreaker } from './retry/with-breaker.js';
import { withRetry } from './retry/with-retry.js';
import { keyVariables, providerKeys, secretsOf } from './secrets.js';
import { withAdmission } from './with-admission.js';
import { withRedaction } from './with-redaction.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface OpenOptions {
  readonly env: Environment;
  /** Entries of `providers:` in eva.yml. */
  readonly configs: Readonly<Record<string, ProviderConfig>>;
  /** Absolute directory in which programs run: the library's root. */
  readonly cwd: string;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  readonly retry: RetryPolicy;
  /** Attempts in hand at a time, for providers that say nothing else. */
  readonly concurrency: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Is asked before each attempt; undefined where nothing bounds them. */
  readonly admission?: Admission;
  /** Is called when an attempt has its turn and is made; what it returns, when that has ended. */
  readonly begin?: () => () => void;
  /** Called when a provider does not answer. */
  readonly onSilence?: (silence: Silence) => void;
}

/**
 * Providers by name, each made at its first use with its time limit, its limits, its retries and the breaker that gives it up, and then
 * kept: they hold over all calls. Throws `EvaError` where a key is needed and there is none.
 */
export function openProviders(options: OpenOptions): (name: string) => Provider {
  const open = new Map<string, Provider>();
  return (name) => {
    const known = open.get(name);
    if (known) return known;
    const provider = wrap(name, configOf(name, options.configs), options);
    open.set(name, provider);
    return provider;
  };
}

/** Loads what each of these providers takes for its first attempt, the first time that it is called; resolves once that is there. */
export function loadOnce(names: readonly string[], providerOf: (name: string) => Provider): () => Promise<unknown> {
  let loaded: Promise<unknown> | undefined;
  return () => {
    loaded ??= Promise.all(names.map(async (name) => providerOf(name).load?.()));
    return loaded;
  };
}

/** How a provider of type `anthropic` is reached; undefined for one of another type. Throws `EvaError` where there is no key. */
export function anthropicConfig(
  name: string,
  { env, configs }: Pick<OpenOptions, 'env' | 'configs'>,
): (AnthropicConfig & { readonly config: ProviderConfig }) | undefined {
  const config = configOf(name, configs);
  if (config.type !== 'anthropic') return undefined;
  requireKey(name, config, env);
  requireBaseUrl(config, env);
  const redact = redactor(secretsOf(env, keyVariables(configs)));
  return { name, config, apiKey: keyOf(config, env) ?? '', baseUrl: baseUrlOf(config, env), redact };
}

/** True if the provider can be called with what the environment holds. */
export function hasKey({ config }: Pick<ModelRoute, 'config'>, env: Environment): boolean {
  return !needsKey(config, env) || keyOf(config, env) !== undefined;
}

/** Throws `EvaError` if the provider's server is named by a variable of the environment whose value is no base URL. */
export function requireBaseUrl(config: ProviderConfig, env: Environment): void {
  const variable = baseUrlVariable(config);
  const value = variable === undefined || config.base_url !== undefined ? undefined : setting(env, variable);
  const flaw = value === undefined ? null : baseUrlFlaw(value, config.type);
  if (flaw === null) return;
  throw new EvaError([problem('EVA_BAD_VALUE', `${variable} ${flaw.message}`, { hint: flaw.hint })]);
}

/** The environment variable that holds a provider's key; the empty string where it has none. */
export function keyName({ config }: Pick<ModelRoute, 'config'>): string {
  if (config.api_key_env !== undefined) return config.api_key_env;
  if (config.type === 'anthropic') return 'ANTHROPIC_API_KEY';
  return config.type === 'openai' ? 'OPENAI_API_KEY' : '';
}

function wrap(name: string, config: ProviderConfig, options: OpenOptions): Provider {
  const { admission, begin, env, now, onSilence } = options;
  const { longestRetryAfterMs, sleep } = options.retry;
  const watch = onSilence && new SilenceWatch({ now, sleep, firstMs: firstSilenceMs(env), tell: onSilence });
  requireKey(name, config, env);
  requireBaseUrl(config, env);
  const programEnv = programEnvironmentOf(config, options);
  const redact = redactor(secretsOf(env, keyVariables(options.configs)));
  const redactReply = redactor(providerKeys(env, keyVariables(options.configs), programEnv));
  const provider = withRedaction(create(name, config, options, programEnv, redact), redactReply);
  const { concurrency = options.concurrency, rpm, tpm } = config;
  const timed = withTimeout(provider);
  const made = begin ? watched(timed, begin) : timed;
  const followed = watch ? watch.attempts(made) : made;
  const gateSleep = watch ? watch.sleep('gate') : sleep;
  const limited = withLimits(followed, { concurrency, rpm, tpm, longestRetryAfterMs, now, sleep: gateSleep });
  const admitted = admission ? withAdmission(limited, admission, 'lost') : limited;
  const retry = watch ? { ...options.retry, sleep: watch.sleep('retry') } : options.retry;
  const persistent = withBreaker(withRetry(admitted, retry, keyName({ config })), now);
  return watch ? watch.calls(persistent) : persistent;
}

function watched(provider: Provider, begin: () => () => void): Provider {
  return { ...provider, send: (request, options) => provider.send(request, options).finally(begin()) };
}

function create(
  name: string,
  config: ProviderConfig,
  { env, cwd, requireUnchanged }: OpenOptions,
  programEnv: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Provider {
  const apiKey = keyOf(config, env);
  const baseUrl = baseUrlOf(config, env);
  const programOf = (argv: readonly string[]) => {
    return { argv, cwd, env: programEnv, redact, beforeStart: () => requireUnchanged?.(argv, cwd) };
  };
  switch (config.type) {
    case 'anthropic':
      return createAnthropic({ name, apiKey: apiKey ?? '', baseUrl, redact });
    case 'openai':
      return createOpenai({ name, apiKey, baseUrl, redact });
    case 'claude-cli':
      return createClaudeCli({ name, ...programOf(config.command ?? ['claude']) });
    case 'command':
      return createCommand({ name, ...programOf(config.command ?? []) });
    default:
      return unreachable(config.type);
  }
}

/** What a provider's program gets to see; nothing for a provider that has none. */
function programEnvironmentOf(config: ProviderConfig, { env, configs }: OpenOptions): Readonly<Record<string, string>> {
  if (config.type === 'command') return programEnvironment(env, keyVariables(configs));
  if (config.type !== 'claude-cli') return {};
  return claudeEnvironmentOf(config, { env, configs });
}

/** An entry's own base URL and key win over those of the environment. */
function claudeEnvironmentOf(
  config: ProviderConfig,
  { env, configs }: Pick<OpenOptions, 'env' | 'configs'>,
): Readonly<Record<string, string>> {
  const apiKey = keyOf(config, env);
  const baseUrl = config.base_url ?? setting(env, 'ANTHROPIC_BASE_URL');
  const withheld = [...keyVariables(configs), ...(config.api_key_env === undefined ? [] : ['ANTHROPIC_AUTH_TOKEN'])];
  return {
    ...programEnvironment(env, withheld, claudeVariables(env, baseUrl !== undefined)),
    ...(baseUrl !== undefined && { ANTHROPIC_BASE_URL: baseUrl }),
    ...(apiKey !== undefined && { ANTHROPIC_API_KEY: apiKey }),
  };
}

function configOf(name: string, configs: OpenOptions['configs']): ProviderConfig {
  const config = Object.hasOwn(configs, name) ? configs[name] : undefined;
  if (config) return config;
  if (name === 'anthropic' || name === 'openai' || name === 'claude-cli') return { type: name };
  throw new Error(`no provider has the name "${name}"`);
}

function needsKey(config: ProviderConfig, env: Environment): boolean {
  if (config.type === 'anthropic') return true;
  return config.type === 'openai' && baseUrlOf(config, env) === officialOpenaiUrl;
}

function keyOf(config: ProviderConfig, env: Environment): string | undefined {
  return setting(env, keyName({ config }));
}

function baseUrlOf(config: ProviderConfig, env: Environment): string {
  const official = config.type === 'openai' ? officialOpenaiUrl : officialAnthropicUrl;
  const variable = baseUrlVariable(config);
  const own = variable === undefined ? undefined : setting(env, variable);
  return (config.base_url ?? own ?? official).replace(/\/+$/, '');
}

/** The environment variable that names the server of a type of provider; undefined for programs of a library. */
function baseUrlVariable({ type }: ProviderConfig): string | undefined {
  if (type === 'openai') return 'OPENAI_BASE_URL';
  return type === 'command' ? undefined : 'ANTHROPIC_BASE_URL';
}

/** A variable that is set to nothing is not set. */
function setting(env: Environment, name: string): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}

function requireKey(name: string, config: ProviderConfig, env: Environment): void {
  const variable = keyName({ config });
  const key = keyOf(config, env);
  if (key === undefined && needsKey(config, env)) {
    const hint = `set ${variable} and run the command again`;
    throw new EvaError([problem('EVA_NO_KEY', `there is no key for ${name}`, { hint })]);
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const hint = `check the value of ${variable}`;
    throw new EvaError([problem('EVA_KEY_REFUSED', `the key for ${name} holds characters that no key has`, { hint })]);
  }
}
