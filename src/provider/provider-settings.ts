import type { ProviderConfig } from '#model/config.js';
import { type BaseUrlFlaw, baseUrlFlaw } from '#model/data/base-url.js';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { baseUrlExample, baseUrlText } from '#model/reply/failed-attempt.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import type { Answerer } from '#model/reply/reply-sources.js';
import { programName, shellWord, short } from '#model/text/quoted.js';
import { type OptionalPackage, requirePackage } from './anthropic/optional-package.js';
import { builtInConfig, typeOf } from './types/index.js';
import { hasEntry, type Places, placePatterns, type ServerAddress } from './types/provider-type.js';
import type { AttemptOrigin } from './wrappers/fatal-failures.js';

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
export function hasKey(config: ProviderConfig, env: Environment): boolean {
  return !needsKey(config, env) || keyOf(config, env) !== undefined;
}

/** Returns the environment variable that holds a provider's key; the empty string if it has none. */
export function keyName(config: ProviderConfig): string {
  return config.api_key_env ?? typeOf(config).keyVariable;
}

/** Returns a provider's key; undefined if it is not set. */
export function keyOf(config: ProviderConfig, env: Environment): string | undefined {
  return setting(env, keyName(config));
}

/** Throws `EvaError` if the key of a provider is missing or contains characters that no key has. */
export function requireKey(name: string, config: ProviderConfig, env: Environment): void {
  const variable = keyName(config);
  const key = keyOf(config, env);
  if (key === undefined && needsKey(config, env)) {
    throw new EvaError([
      problem('EVA_NO_KEY:provider', `there is no key for ${short(name)}`, {
        hint: `set ${short(variable)} and run the command again`,
      }),
    ]);
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new EvaError([
      problem('EVA_KEY_REFUSED:characters', `the key for ${short(name)} holds characters that no key has`, {
        hint: `check the value of ${short(variable)}`,
      }),
    ]);
  }
}

function needsKey(config: ProviderConfig, env: Environment): boolean {
  return typeOf(config).needsKey(baseUrlOf(config, env));
}

/** Throws `EvaError` with all reasons if a provider cannot be reached. */
export function requireReachable(name: string, config: ProviderConfig, env: Environment): void {
  const problems = reachProblems(name, config, env);
  if (problems.length > 0) throw new EvaError(problems);
}

/**
 * Returns why a provider cannot be reached: its base URL in the environment is invalid, its region or project is missing or wrong, or its
 * package is not installed.
 */
export function reachProblems(name: string, config: ProviderConfig, env: Environment): readonly Problem[] {
  const { name: type, needed = [], package: wanted } = typeOf(config);
  const places = placesOf(config, env);
  const missing = needed.filter((need) => places[need.setting] === undefined);
  const wrong = needed.flatMap(({ setting: key, variables, example }) => {
    const value = config[key] === undefined ? places[key] : undefined;
    if (value === undefined || new RegExp(placePatterns[key]).test(value)) return [];
    const variable = variables.find((name) => setting(env, name) !== undefined) ?? '';
    return [
      problem('EVA_BAD_VALUE:place_variable', `${short(variable)} is not the name of a ${key}`, {
        hint: `write it as ${short(example)}`,
      }),
    ];
  });
  return [
    ...addressProblems(name, config, env),
    ...(missing.length > 0 ? [missingPlaces(name, type, missing)] : []),
    ...wrong,
    ...(wanted === undefined ? [] : packageProblems({ provider: name, name: wanted })),
  ];
}

function packageProblems(wanted: OptionalPackage): readonly Problem[] {
  try {
    requirePackage(wanted);
    return [];
  } catch (error) {
    if (error instanceof EvaError) return error.problems;
    throw error;
  }
}

/** Returns the problem of an entry whose key is in a variable that is not set, and whose server may take requests without one. */
export function unsetKey(name: string, config: ProviderConfig, env: Environment): readonly Problem[] {
  const { api_key_env: variable, base_url: address = '' } = config;
  if (variable === undefined || keyOf(config, env) !== undefined || needsKey(config, env)) return [];
  if (/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/i.test(address)) return [];
  const login = typeOf(config).login ?? null;
  return [
    problem(
      'EVA_NO_KEY:entry',
      `${short(variable)}, which holds the key of ${short(name)} according to eva.yml, is not set: ${login === null ? 'requests carry no key' : `${short(name)} gets ${short(login)}`}`,
      { hint: `run \`export ${short(variable)}=…\`; if ${short(name)} takes requests without it, ignore this` },
    ),
  ];
}

/** Returns the region and the project of a provider, from its entry or the environment, as far as they are set. */
export function placesOf(config: ProviderConfig, env: Environment): Places {
  const { needed = [] } = typeOf(config);
  const values = needed.map(({ setting: key, variables }) => {
    return [key, config[key] ?? variables.map((name) => setting(env, name)).find((value) => value !== undefined)];
  });
  return Object.fromEntries(values);
}

/**
 * Returns the problems of an environment variable with the base URL or the API version of a provider that cannot be used, and of a server
 * without an address whose key is set.
 */
function addressProblems(name: string, config: ProviderConfig, env: Environment): readonly Problem[] {
  const { server } = typeOf(config);
  if (server === null || config.base_url !== undefined) return [];
  const { variable, endsWithV1, isResource } = server;
  const form = { endsWithV1, ...(isResource && { isResource }) };
  const value = setting(env, variable);
  const flaw = value === undefined ? null : baseUrlFlaw(value, form);
  const version = versionInUse(config, env);
  return [
    ...(flaw ? [wrongAddress(variable, flaw)] : []),
    ...(keyOf(config, env) === undefined ? [] : missingBaseUrl(name, config, env)),
    ...(version && !datedVersion.test(version.value) && !undatedVersion.test(version.value)
      ? [
          problem('EVA_BAD_VALUE:api_version_variable', `${short(version.variable)} is not the date of a version`, {
            hint: 'set it to a date such as 2024-10-21, or unset it to use the v1 API',
          }),
        ]
      : []),
  ];
}

/** Returns the problem of a provider that has an address for each account, and none in its entry or the environment; none for any other. */
export function missingBaseUrl(name: string, config: ProviderConfig, env: Environment): readonly Problem[] {
  const { server } = typeOf(config);
  if (!server?.isResource || baseUrlOf(config, env) !== undefined) return [];
  const { variable, endsWithV1, isResource } = server;
  return [
    problem('EVA_BAD_VALUE:no_base_url', `${short(name)} needs the address of its server, and ${variable} is not set`, {
      hint: `set ${variable} to ${baseUrlExample({ endsWithV1, isResource })}, or give ${short(name)} a base_url under providers: in eva.yml`,
    }),
  ];
}

const datedVersion = /^\d{4}-\d{2}-\d{2}(-preview)?$/;

const undatedVersion = /^(v1|latest|preview)$/;

/** Returns the variable with the version of the API, if the address comes from the environment too and has no version itself. */
function versionInUse(
  config: ProviderConfig,
  env: Environment,
): { readonly variable: string; readonly value: string } | undefined {
  const { versionVariables = [], variable: address = '' } = typeOf(config).server ?? {};
  if (config.base_url !== undefined || config.api_version !== undefined) return undefined;
  if (setting(env, address) === undefined || baseUrlOf(config, env)?.endsWith('/openai/v1')) return undefined;
  const [first] = versionVariables.flatMap((variable) => {
    const value = setting(env, variable);
    return value === undefined ? [] : [{ variable, value }];
  });
  return first;
}

/** Returns the dated version of the API of a provider's server, from its entry, else from the environment with the address; undefined without one. */
export function apiVersionOf(config: ProviderConfig, env: Environment): string | undefined {
  if (config.api_version !== undefined) return config.api_version;
  const value = versionInUse(config, env)?.value;
  return value !== undefined && datedVersion.test(value) ? value : undefined;
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

/** Returns who answers the calls of a provider, as far as it is not the provider's own server. Paths and users of addresses are left out: both may be keys. */
export function answererOf(config: ProviderConfig, env: Environment): Answerer {
  const { server, settings } = typeOf(config);
  const base = baseUrlOf(config, env);
  const program = settings.includes('command') ? programName(config.command ?? ['claude']) : undefined;
  return { ...(base !== undefined && server && serverAt(base, server)), ...(program !== undefined && { program }) };
}

function serverAt(base: string, { official, hosts }: ServerAddress): Answerer {
  const { protocol, host } = new URL(base);
  const isOwn = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  const isOfficial = official !== undefined && isOwn(new URL(official).host);
  if (protocol === 'https:' && (isOfficial || hosts?.test(host))) return {};
  return { server: `${protocol}//${host}` };
}

/** Says how to tell eva that a server cannot be forced to call a tool; undefined if its type has no such setting, or it is set. */
function toolsOffText(name: string, config: ProviderConfig): string | undefined {
  const { name: type, settings } = typeOf(config);
  if (!settings.includes('tools') || config.tools === false) return undefined;
  return hasEntry({ name, config })
    ? `add tools: false to the entry ${name} under providers: in eva.yml`
    : `add below providers: in eva.yml: ${name}: { type: ${type}, tools: false }`;
}

/** Returns the proxy that the requests of a provider do not use; undefined if there is none. */
export function ignoredProxyOf(config: ProviderConfig, env: Environment): IgnoredProxy | undefined {
  const address = baseUrlOf(config, env);
  return address === undefined || !URL.canParse(address) ? undefined : ignoredProxy(address, env);
}

/** Returns where the key and the address of a provider come from, for hints. */
export function originOf(name: string, config: ProviderConfig, env: Environment): AttemptOrigin {
  const { server, login, needed = [] } = typeOf(config);
  const variable = keyName(config);
  const sendsKey = variable === '' || login !== undefined || keyOf(config, env) !== undefined;
  const ofEntry = config.base_url === undefined ? undefined : `base_url of ${name} in eva.yml`;
  const ofVariable = server && setting(env, server.variable) !== undefined ? server.variable : undefined;
  const official =
    needed.length > 0 ? 'the connection of this machine, and the region' : 'the connection of this machine';
  const toolsOff = toolsOffText(name, config);
  const proxy = ignoredProxyOf(config, env);
  const isProgram = config.type === 'command';
  const program = `"echo hi | ${config.command?.map(shellWord).join(' ')}", and that it needs no variable but ordinary ones and EVA_…`;
  return {
    variable,
    sendsKey,
    ...(toolsOff !== undefined && { toolsOff }),
    ...(isProgram && { isProgram }),
    address: isProgram ? program : `${ofEntry ?? ofVariable ?? official}${proxy ? noReplyTexts.proxy(proxy) : ''}`,
  };
}

/** Returns the value of an environment variable; undefined if it is unset or blank. */
export function setting(env: Environment, name: string): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}

/** Whether Node uses a proxy for the requests of this process if `NODE_USE_ENV_PROXY` is set. */
const hasProxies = Number(process.versions.node.split('.')[0]) >= 24;

/** A variable with the address of a proxy that requests to an address do not use, and whether this Node could use it. */
interface IgnoredProxy {
  readonly variable: string;
  readonly hasProxies: boolean;
}

/** Returns the proxy that other programs would use for an address, and eva does not; undefined if there is none, or Node uses it. */
export function ignoredProxy(address: string, env: Environment): IgnoredProxy | undefined {
  const { protocol, hostname } = new URL(address);
  const names = [protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', 'ALL_PROXY'];
  const variable = names.flatMap((name) => [name, name.toLowerCase()]).find((name) => env[name]?.trim());
  if (variable === undefined || isExcepted(hostname, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  const isUsed = hasProxies && env['NODE_USE_ENV_PROXY'] === '1' && !/^all_/i.test(variable);
  return isUsed ? undefined : { variable, hasProxies };
}

/** Returns true for a host of this machine, and for one that `NO_PROXY` names: itself, by a domain that it is in, or by `*`. */
function isExcepted(hostname: string, exceptions: string): boolean {
  if (/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return true;
  const names = exceptions.split(/[\s,]+/).map((name) => name.toLowerCase().replace(/^\*?\.|:\d+$/g, ''));
  return names.some((name) => name !== '' && (name === '*' || hostname === name || hostname.endsWith(`.${name}`)));
}

function wrongAddress(variable: string, flaw: BaseUrlFlaw): Problem {
  const { message, hint } = baseUrlText(flaw);
  return problem('EVA_BAD_VALUE:base_url_variable', `${variable} ${short(message)}`, { hint });
}

/** A region or a project that a provider needs and does not have, with the variables that can hold it. */
interface MissingPlace {
  readonly setting: string;
  readonly variables: readonly string[];
  readonly example: string;
}

function missingPlaces(name: string, type: string, missing: readonly MissingPlace[]): Problem {
  const exports = missing.map(({ variables, example }) => `${variables[0]}=${example}`).join(' ');
  const settings = missing.map(({ setting: key, example }) => `, ${key}: ${example}`).join('');
  const names = missing.map(({ setting: key }) => key);
  const entry = `${short(name)}: { type: ${type}${settings} }`;
  return problem('EVA_MISSING_KEY:place', `${short(name)} has no ${names.join(' and no ')}`, {
    hint: `run \`export ${exports}\` with your own ${names.join(' and ')}, or write \`${entry}\` under providers: in eva.yml`,
  });
}
