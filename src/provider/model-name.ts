import { problem } from '#errors/index.js';
import type { ProviderConfig } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { builtInConfig, findType, providerTypes, typeOf } from './types/index.js';
import type { ProviderAbilities, ProviderType } from './types/provider-type.js';

/** The provider and the model that a model's name leads to. */
export interface ModelRoute {
  /** The provider's name, as it stands in requests and limits: built in, or an entry of `providers:`. */
  readonly provider: string;
  readonly config: ProviderConfig;
  /** The name that the provider is asked for. */
  readonly model: string;
  readonly forcesTools: boolean;
  /** What the provider's type can do. */
  readonly can: ProviderAbilities;
}

/** A route, or the problem of a name that leads nowhere, for the place where the name is written. */
export type ModelRouteResult =
  | { readonly route: ModelRoute }
  | { readonly problemAt: (at: Place | undefined) => Problem };

type Providers = Readonly<Record<string, ProviderConfig>>;

/**
 * Reads a model's name: `TYPE:MODEL` for a built-in provider, `ENTRY:MODEL` for an entry of `providers:`, `TYPE:ENTRY` for an entry of
 * a type without models of its own, and the short names and slashes that a type allows.
 */
export function routeModel(name: string, providers: Providers): ModelRouteResult {
  const short = providerTypes.find(({ modelNames }) => modelNames.short?.pattern.test(name));
  if (short) return toRoute(short.name, name, providers);
  const match = /^([A-Za-z0-9_.-]+)([:/])(\S+)$/.exec(name);
  if (!match) return { problemAt: (at) => problem('EVA_BAD_MODEL:form', { name, forms: forms() }, { at }) };
  const [, prefix = '', separator, model = ''] = match;
  if (model.startsWith('-')) {
    return { problemAt: (at) => problem('EVA_BAD_MODEL:hyphen', { name, forms: forms() }, { at }) };
  }
  const type = findType(prefix);
  if (type && !type.modelNames.isBuiltIn) return entryRoute(type, model, providers);
  const isKnown = type !== undefined || Object.hasOwn(providers, prefix);
  if (!isKnown || (separator === '/' && !type?.modelNames.allowsSlash)) {
    return { problemAt: (at) => problem('EVA_BAD_MODEL:provider', { name, forms: forms() }, { at }) };
  }
  return toRoute(prefix, model, providers);
}

function toRoute(provider: string, model: string, providers: Providers): ModelRouteResult {
  const config = Object.hasOwn(providers, provider) ? providers[provider] : builtInConfig(provider);
  if (!config) throw new Error(`no provider has the name "${provider}"`);
  const { name: type, modelNames, can } = typeOf(config);
  if (!modelNames.isBuiltIn) {
    return { problemAt: (at) => problem('EVA_BAD_MODEL:prefix', { name: provider, forms: forms(), type }, { at }) };
  }
  return { route: { provider, config, model, forcesTools: can.tools && config.tools !== false, can } };
}

function entryRoute({ name: type, can }: ProviderType, name: string, providers: Providers): ModelRouteResult {
  const config = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (config?.type !== type) {
    return { problemAt: (at) => problem('EVA_BAD_MODEL:entry', { name, forms: forms(), type }, { at }) };
  }
  return { route: { provider: name, config, model: name, forcesTools: can.tools && config.tools !== false, can } };
}

function forms(): string {
  return modelForms('with an entry under providers: in eva.yml');
}

/** Lists how models are named; `entry` says how `TYPE:NAME` leads to an entry of eva.yml. */
export function modelForms(entry: string): string {
  const builtIn = providerTypes.filter(({ modelNames }) => modelNames.isBuiltIn);
  const short = builtIn.flatMap(({ modelNames }) => modelNames.short?.form ?? []);
  const full = builtIn.map(({ name }) => `${name}:NAME`);
  const entries = providerTypes.filter(({ modelNames }) => !modelNames.isBuiltIn).map(({ name }) => `${name}:NAME`);
  return `${[...short, ...full].join(', ')}, or ${entries.join(' or ')} ${entry}`;
}

/** Returns the route of a name that planning has accepted. Throws `Error` for any other name. */
export function routeTo(name: string, providers: Providers): ModelRoute {
  const result = routeModel(name, providers);
  if ('route' in result) return result.route;
  throw new Error(`a planned model has no provider: ${name}`);
}

/** Returns the largest concurrency that any of the providers in use allows, and at least `concurrency`. */
export function widest(concurrency: number, routes: readonly ModelRoute[]): number {
  return Math.max(concurrency, ...routes.map(({ config }) => config.concurrency ?? 0));
}
