import { EvaError, problem } from '#errors/index.js';
import type { ProviderConfig } from '#model/config.js';
import { baseUrlFlaw } from '#model/data/base-url.js';
import type { ModelRoute } from './model-name.js';
import { builtInConfig, typeOf } from './types/index.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, and the entries of `providers:` in eva.yml. */
export interface ProviderSettings {
  readonly env: Environment;
  readonly configs: Readonly<Record<string, ProviderConfig>>;
}

/** Returns the entry of a provider in eva.yml, else the built-in one of that name. Throws `Error` for an unknown name. */
export function configOf(name: string, configs: ProviderSettings['configs']): ProviderConfig {
  const config = Object.hasOwn(configs, name) ? configs[name] : builtInConfig(name);
  if (config) return config;
  throw new Error(`no provider has the name "${name}"`);
}

/** Returns true if the environment holds the key that a provider needs, or if it needs none. */
export function hasKey({ config }: Pick<ModelRoute, 'config'>, env: Environment): boolean {
  return !needsKey(config, env) || keyOf(config, env) !== undefined;
}

/** Returns the environment variable that holds a provider's key; the empty string if it has none. */
export function keyName({ config }: Pick<ModelRoute, 'config'>): string {
  return config.api_key_env ?? typeOf(config).keyVariable;
}

/** Returns a provider's key; undefined if it is not set. */
export function keyOf(config: ProviderConfig, env: Environment): string | undefined {
  return setting(env, keyName({ config }));
}

/** Throws `EvaError` if the key of a provider is missing or contains characters that no key has. */
export function requireKey(name: string, config: ProviderConfig, env: Environment): void {
  const variable = keyName({ config });
  const key = keyOf(config, env);
  if (key === undefined && needsKey(config, env)) {
    throw new EvaError([problem('EVA_NO_KEY:provider', { provider: name, variable })]);
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new EvaError([problem('EVA_KEY_REFUSED:characters', { provider: name, variable })]);
  }
}

function needsKey(config: ProviderConfig, env: Environment): boolean {
  return typeOf(config).needsKey(baseUrlOf(config, env));
}

/** Throws `EvaError` if the environment variable with the base URL of a provider cannot be used. */
export function requireBaseUrl(config: ProviderConfig, env: Environment): void {
  const { server } = typeOf(config);
  const value = server && config.base_url === undefined ? setting(env, server.variable) : undefined;
  const flaw = server && value !== undefined ? baseUrlFlaw(value, server) : null;
  if (server === null || flaw === null) return;
  const { kind, endsWithV1 } = flaw;
  throw new EvaError([problem('EVA_BAD_VALUE:base_url_variable', { variable: server.variable, kind, endsWithV1 })]);
}

/**
 * Returns the base URL of a provider's server, without slashes at its end: from its entry, the environment or the official one, in this
 * order. Returns undefined if the provider has no server, or if its program selects the server.
 */
export function baseUrlOf(config: ProviderConfig, env: Environment): string | undefined {
  const { server } = typeOf(config);
  if (!server) return undefined;
  return (config.base_url ?? setting(env, server.variable) ?? server.official)?.replace(/\/+$/, '');
}

/** Returns the value of an environment variable; undefined if it is unset or blank. */
function setting(env: Environment, name: string): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}
