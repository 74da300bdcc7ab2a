import type { ProviderConfig } from '#model/config.js';

type Environment = Readonly<Record<string, string | undefined>>;

const secretName = /(_API_KEY|_ACCESS_KEY|_TOKEN|_SECRET|_PASSWORD)$/;

/** Names of the variables that eva.yml says hold keys. */
export function keyVariables(configs: Readonly<Record<string, ProviderConfig>>): readonly string[] {
  return Object.values(configs).flatMap(({ api_key_env }) => api_key_env ?? []);
}

/** Values that must never be printed or stored: of variables whose names speak of a key, and of those that hold one by eva.yml. */
export function secretsOf(env: Environment, variables: readonly string[] = []): readonly string[] {
  const isSecret = (name: string) => secretName.test(name) || variables.includes(name);
  return Object.entries(env).flatMap(([name, value]) => (value && isSecret(name) ? [value.trim()] : []));
}
