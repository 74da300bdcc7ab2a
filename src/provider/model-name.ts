import type { ProviderConfig } from '#model/config.js';
import { builtInConfig, findType, providerTypes, typeOf } from './types/index.js';
import type { ProviderAbilities, ProviderType } from './types/provider-type.js';

/** Where a model's name leads. */
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

export type ModelRouteResult = { readonly route: ModelRoute } | { readonly problem: string; readonly hint: string };

type Providers = Readonly<Record<string, ProviderConfig>>;

/**
 * Reads a model's name: `TYPE:MODEL` for a built-in provider, `ENTRY:MODEL` for an entry of `providers:`, `TYPE:ENTRY` for an entry of
 * a type without models of its own, and the short names and slashes that a type allows.
 */
export function routeModel(name: string, providers: Providers): ModelRouteResult {
  const short = providerTypes.find(({ modelNames }) => modelNames.short?.pattern.test(name));
  if (short) return toRoute(short.name, name, providers);
  const match = /^([A-Za-z0-9_.-]+)([:/])(\S+)$/.exec(name);
  if (!match) return { problem: `"${name}" is not the name of a model`, hint: forms() };
  const [, prefix = '', separator, model = ''] = match;
  if (model.startsWith('-')) {
    return { problem: `"${name}" is not the name of a model: none begins with a hyphen`, hint: forms() };
  }
  const type = findType(prefix);
  if (type && !type.modelNames.isBuiltIn) return entryRoute(type, model, providers);
  const isKnown = type !== undefined || Object.hasOwn(providers, prefix);
  if (!isKnown || (separator === '/' && !type?.modelNames.allowsSlash)) {
    return { problem: `"${name}" names no provider that eva knows`, hint: forms() };
  }
  return toRoute(prefix, model, providers);
}

function toRoute(provider: string, model: string, providers: Providers): ModelRouteResult {
  const config = Object.hasOwn(providers, provider) ? providers[provider] : builtInConfig(provider);
  if (!config?.type) return { problem: `provider "${provider}" has no type`, hint: forms() };
  const { name, modelNames, can } = typeOf(config);
  if (!modelNames.isBuiltIn) {
    return { problem: `"${provider}" is a ${name}: write ${name}:${provider}`, hint: forms() };
  }
  return { route: { provider, config, model, forcesTools: can.tools && config.tools !== false, can } };
}

function entryRoute({ name: type, can }: ProviderType, name: string, providers: Providers): ModelRouteResult {
  const config = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (config?.type !== type) {
    const problem = `${type}:${name} has no entry of type ${type} under providers: in eva.yml`;
    return { problem, hint: forms() };
  }
  return { route: { provider: name, config, model: name, forcesTools: can.tools && config.tools !== false, can } };
}

function forms(): string {
  return `write ${modelForms('with an entry under providers: in eva.yml')}`;
}

/** Lists how models are named; `entry` says how `TYPE:NAME` leads to an entry of eva.yml. */
export function modelForms(entry: string): string {
  const builtIn = providerTypes.filter(({ modelNames }) => modelNames.isBuiltIn);
  const short = builtIn.flatMap(({ modelNames }) => modelNames.short?.form ?? []);
  const full = builtIn.map(({ name }) => `${name}:NAME`);
  const entries = providerTypes.filter(({ modelNames }) => !modelNames.isBuiltIn).map(({ name }) => `${name}:NAME`);
  return `${[...short, ...full].join(', ')}, or ${entries.join(' or ')} ${entry}`;
}

/** Where a name leads that planning has accepted. */
export function routeTo(name: string, providers: Providers): ModelRoute {
  const result = routeModel(name, providers);
  if ('route' in result) return result.route;
  throw new Error(`a model was planned that leads nowhere: ${name}`);
}

/** As many trials in hand as the widest of the providers in use allows, and at least `concurrency`. */
export function widest(concurrency: number, routes: readonly ModelRoute[]): number {
  return Math.max(concurrency, ...routes.map(({ config }) => config.concurrency ?? 0));
}
