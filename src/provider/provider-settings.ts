import { EvaError, problem } from '#errors/index.js';
import type { ProviderConfig } from '#model/config.js';
import { baseUrlFlaw } from '#model/data/base-url.js';
import { programEnvironment } from '#process/program-environment.js';
import { officialAnthropicUrl } from './anthropic/client.js';
import type { ModelRoute } from './model-name.js';
import { officialOpenaiUrl } from './openai.js';
import { claudeVariables } from './programs/claude-variables.js';
import { keyVariables } from './secrets.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the settings of a provider depend on: the environment, and the entries of `providers:` in eva.yml. */
export interface ProviderSettings {
  readonly env: Environment;
  readonly configs: Readonly<Record<string, ProviderConfig>>;
}

/** Returns the entry of a provider in eva.yml, else the built-in one of that name. Throws `Error` for an unknown name. */
export function configOf(name: string, configs: ProviderSettings['configs']): ProviderConfig {
  const config = Object.hasOwn(configs, name) ? configs[name] : undefined;
  if (config) return config;
  if (name === 'anthropic' || name === 'openai' || name === 'claude-cli') return { type: name };
  throw new Error(`no provider has the name "${name}"`);
}

/** True if the provider can be called with what the environment holds. */
export function hasKey({ config }: Pick<ModelRoute, 'config'>, env: Environment): boolean {
  return !needsKey(config, env) || keyOf(config, env) !== undefined;
}

/** The environment variable that holds a provider's key; the empty string where it has none. */
export function keyName({ config }: Pick<ModelRoute, 'config'>): string {
  if (config.api_key_env !== undefined) return config.api_key_env;
  if (config.type === 'anthropic') return 'ANTHROPIC_API_KEY';
  return config.type === 'openai' ? 'OPENAI_API_KEY' : '';
}

/** Returns a provider's key; undefined if it is not set. */
export function keyOf(config: ProviderConfig, env: Environment): string | undefined {
  return setting(env, keyName({ config }));
}

/** Throws `EvaError` if a key that a provider needs is missing, or if its key holds characters that no key has. */
export function requireKey(name: string, config: ProviderConfig, env: Environment): void {
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

function needsKey(config: ProviderConfig, env: Environment): boolean {
  if (config.type === 'anthropic') return true;
  return config.type === 'openai' && baseUrlOf(config, env) === officialOpenaiUrl;
}

/** Throws `EvaError` if the provider's server is named by a variable of the environment whose value is no base URL. */
export function requireBaseUrl(config: ProviderConfig, env: Environment): void {
  const value = config.base_url === undefined ? baseUrlSet(config, env) : undefined;
  const flaw = value === undefined ? null : baseUrlFlaw(value, config.type);
  if (flaw === null) return;
  throw new EvaError([problem('EVA_BAD_VALUE', `${baseUrlVariable(config)} ${flaw.message}`, { hint: flaw.hint })]);
}

/** Returns the address of a provider's server, without slashes at its end: that of its entry, else of the environment, else the official one. */
export function baseUrlOf(config: ProviderConfig, env: Environment): string {
  const official = config.type === 'openai' ? officialOpenaiUrl : officialAnthropicUrl;
  return (config.base_url ?? baseUrlSet(config, env) ?? official).replace(/\/+$/, '');
}

/** The base URL in the environment; undefined if it is not set. */
function baseUrlSet(config: ProviderConfig, env: Environment): string | undefined {
  const variable = baseUrlVariable(config);
  return variable === undefined ? undefined : setting(env, variable);
}

/** The environment variable that names the server of a type of provider; undefined for programs of a library. */
function baseUrlVariable({ type }: ProviderConfig): string | undefined {
  if (type === 'openai') return 'OPENAI_BASE_URL';
  return type === 'command' ? undefined : 'ANTHROPIC_BASE_URL';
}

/** Returns the environment of a provider's program; empty for a provider that runs no program. */
export function programEnvironmentOf(
  config: ProviderConfig,
  { env, configs }: ProviderSettings,
): Readonly<Record<string, string>> {
  if (config.type === 'command') return programEnvironment(env, keyVariables(configs));
  if (config.type !== 'claude-cli') return {};
  return claudeEnvironmentOf(config, { env, configs });
}

/** An entry's own base URL and key win over those of the environment. */
function claudeEnvironmentOf(
  config: ProviderConfig,
  { env, configs }: ProviderSettings,
): Readonly<Record<string, string>> {
  const apiKey = keyOf(config, env);
  const baseUrl = config.base_url ?? baseUrlSet(config, env);
  const withheld = [...keyVariables(configs), ...(config.api_key_env === undefined ? [] : ['ANTHROPIC_AUTH_TOKEN'])];
  return {
    ...programEnvironment(env, withheld, claudeVariables(env, baseUrl !== undefined)),
    ...(baseUrl !== undefined && { ANTHROPIC_BASE_URL: baseUrl }),
    ...(apiKey !== undefined && { ANTHROPIC_API_KEY: apiKey }),
  };
}

/** A variable that is set to nothing is not set. */
function setting(env: Environment, name: string): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}
