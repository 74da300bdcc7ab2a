import type { ProviderConfig } from '#model/config.js';

/** Where a model's name leads. */
export interface ModelRoute {
  /** The provider's name, as it stands in requests and limits: built in, or an entry of `providers:`. */
  readonly provider: string;
  readonly config: ProviderConfig;
  /** The name that the provider is asked for. */
  readonly model: string;
  readonly forcesTools: boolean;
}

export type ModelRouteResult = { readonly route: ModelRoute } | { readonly problem: string; readonly hint: string };

const builtIn: Readonly<Record<string, ProviderConfig['type']>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  'claude-cli': 'claude-cli',
};

const forms =
  'write claude-…, anthropic:NAME, openai:NAME, claude-cli:NAME, or command:NAME with an entry under providers: in eva.yml';

/**
 * Reads a model's name: `claude-…` and `anthropic:NAME` (or `/`), `openai:NAME` (or `/`), `claude-cli:NAME`,
 * `command:NAME` for an entry of `providers:`, and `ENTRY:NAME` for an entry of another type.
 */
export function routeModel(name: string, providers: Readonly<Record<string, ProviderConfig>>): ModelRouteResult {
  if (/^claude-[^\s:/]+$/.test(name) && !name.startsWith('claude-cli')) return toRoute('anthropic', name, providers);
  const match = /^([A-Za-z0-9_.-]+)([:/])(\S+)$/.exec(name);
  if (!match) return { problem: `"${name}" is not the name of a model`, hint: forms };
  const [, prefix = '', separator, model = ''] = match;
  if (model.startsWith('-')) {
    return { problem: `"${name}" is not the name of a model: none begins with a hyphen`, hint: forms };
  }
  if (prefix === 'command') return commandRoute(model, providers);
  const isKnown = Object.hasOwn(builtIn, prefix) || Object.hasOwn(providers, prefix);
  const slashAllowed = prefix === 'anthropic' || prefix === 'openai';
  if (!isKnown || (separator === '/' && !slashAllowed)) {
    return { problem: `"${name}" names no provider that eva knows`, hint: forms };
  }
  return toRoute(prefix, model, providers);
}

function toRoute(
  provider: string,
  model: string,
  providers: Readonly<Record<string, ProviderConfig>>,
): ModelRouteResult {
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  const type = entry?.type ?? builtIn[provider];
  if (!type) return { problem: `provider "${provider}" has no type`, hint: forms };
  const config: ProviderConfig = { ...entry, type };
  if (type === 'command') return { problem: `"${provider}" is a command: write command:${provider}`, hint: forms };
  const forcesTools = type === 'anthropic' || (type === 'openai' && config.tools !== false);
  return { route: { provider, config, model, forcesTools } };
}

function commandRoute(name: string, providers: Readonly<Record<string, ProviderConfig>>): ModelRouteResult {
  const entry = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (entry?.type !== 'command') {
    return { problem: `command:${name} has no entry of type command under providers: in eva.yml`, hint: forms };
  }
  return { route: { provider: name, config: entry, model: name, forcesTools: false } };
}

/** Where a name leads that planning has accepted. */
export function routeTo(name: string, providers: Readonly<Record<string, ProviderConfig>>): ModelRoute {
  const result = routeModel(name, providers);
  if ('route' in result) return result.route;
  throw new Error(`a model was planned that leads nowhere: ${name}`);
}

/** As many trials in hand as the widest of the providers in use allows, and at least `concurrency`. */
export function widest(concurrency: number, routes: readonly ModelRoute[]): number {
  return Math.max(concurrency, ...routes.map(({ config }) => config.concurrency ?? 0));
}
