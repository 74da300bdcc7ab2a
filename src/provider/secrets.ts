import type { ProviderConfig } from '#model/config.js';
import { redactReply } from '#model/reply/reply-flaw.js';
import { namesSecret } from '#model/text/redact.js';
import type { Provider } from './provider.js';
import { providerTypes } from './types/index.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that always hold a provider's key. */
const wellKnown = providerTypes.map(({ keyVariable }) => keyVariable).filter((name) => name !== '');

/** Returns the names of the variables that hold keys according to eva.yml. */
export function keyVariables(configs: Readonly<Record<string, ProviderConfig>>): readonly string[] {
  return Object.values(configs).flatMap(({ api_key_env }) => api_key_env ?? []);
}

/** Returns the values that must never be printed: of variables whose name is that of a secret, and of `variables`. */
export function secretsOf(env: Environment, variables: readonly string[] = []): readonly string[] {
  return [...valuesOf(env, (name) => namesSecret(name) || variables.includes(name)), ...headerValues(env)];
}

/**
 * Returns the keys that replies could contain: those of providers, and secrets in `given`, the environment of the provider's program.
 * Leaves out other secrets, since many are common words: `DEPLOY_TOKEN=production`.
 */
export function providerKeys(
  env: Environment,
  variables: readonly string[],
  given: Environment = {},
): readonly string[] {
  const keys = valuesOf(env, (name) => wellKnown.includes(name) || variables.includes(name));
  return [...new Set([...keys, ...valuesOf(given, namesSecret), ...headerValues(given)])];
}

/** Returns the values of headers for a gateway of at least 8 characters: shorter ones are common words. */
function headerValues(env: Environment): readonly string[] {
  const lines = (env['ANTHROPIC_CUSTOM_HEADERS'] ?? '').split(/\r?\n/);
  return lines.flatMap((line) => /^[^:]+:\s*(\S.{6,}\S)\s*$/.exec(line)?.[1] ?? []);
}

/** The minimum length of a secret whose variable does not have the name of a secret. Shorter values are often common words. */
const shortestUnnamed = 16;

/**
 * Returns the values in the variables of an application that its responses must not show: secrets by name, values of at least 16
 * characters, and passwords in URLs, raw and decoded.
 */
function appSecrets(env: Environment, variables: readonly string[]): readonly string[] {
  const named = valuesOf(env, (name) => variables.includes(name) && namesSecret(name));
  const handed = valuesOf(env, (name) => variables.includes(name));
  const long = handed.filter((value) => value.length >= shortestUnnamed);
  return [...new Set([...named, ...long, ...handed.flatMap(passwordsIn)])];
}

/** Returns all values that responses of an application must not show: keys of providers, and secrets in its own variables. */
export function applicationSecrets(
  env: Environment,
  keys: readonly string[],
  handed: readonly string[],
): readonly string[] {
  return [...providerKeys(env, keys), ...appSecrets(env, handed)];
}

/** Returns the password in a URL: the text between the first colon after the scheme and the last @ before the path. */
function passwordsIn(value: string): readonly string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:([^/?#]+)@/i.exec(value)?.[1];
  return password === undefined ? [] : [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function valuesOf(env: Environment, isWanted: (name: string) => boolean): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value && isWanted(name) ? [value.trim()] : []));
}

/** Hides keys in replies before eva stores, judges or shows them: a server that received a key can answer with it. */
export function withRedaction(provider: Provider, redact: (text: string) => string): Provider {
  return {
    ...provider,
    async send(request, options) {
      return redactReply(await provider.send(request, options), redact);
    },
  };
}
