import type { ProviderConfig } from '#model/config.js';
import { namesSecret } from '#model/secret-name.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that hold a provider's key wherever they are set. */
const wellKnown = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'];

/** Names of the variables that eva.yml says hold keys. */
export function keyVariables(configs: Readonly<Record<string, ProviderConfig>>): readonly string[] {
  return Object.values(configs).flatMap(({ api_key_env }) => api_key_env ?? []);
}

/** Values that must never be printed: of variables whose names speak of a secret, and of those that hold a key by eva.yml. */
export function secretsOf(env: Environment, variables: readonly string[] = []): readonly string[] {
  return valuesOf(env, (name) => namesSecret(name) || variables.includes(name));
}

/**
 * Values of the keys that replies could hold: those of providers, and the secrets that `given`, the environment of the
 * provider's own program, holds. Further secrets are not hidden there, since many are ordinary words: `DEPLOY_TOKEN=production`.
 */
export function providerKeys(
  env: Environment,
  variables: readonly string[],
  given: Environment = {},
): readonly string[] {
  const keys = valuesOf(env, (name) => wellKnown.includes(name) || variables.includes(name));
  return [...new Set([...keys, ...valuesOf(given, namesSecret)])];
}

function valuesOf(env: Environment, isWanted: (name: string) => boolean): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value && isWanted(name) ? [value.trim()] : []));
}
