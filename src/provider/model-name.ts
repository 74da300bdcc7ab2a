import type { LibraryConfig, Price, ProviderConfig } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { priceOf } from '#model/reply/price.js';
import { nearest } from '#model/text/nearest.js';
import { short } from '#model/text/quoted.js';
import { configOf } from './provider-settings.js';
import { findType, providerTypes, typeOf } from './types/index.js';
import { knownServer } from './types/known-servers.js';
import type { ProviderAbilities, ProviderType } from './types/provider-type.js';

/** The provider and the model that a model's name refers to. */
export interface ModelRoute {
  /** The provider's name in requests and limits: a built-in name, or that of an entry of `providers:`. */
  readonly provider: string;
  readonly config: ProviderConfig;
  readonly model: string;
  readonly forcesTools: boolean;
  readonly can: ProviderAbilities;
}

/** The route of a model's name. For an invalid name: a function that takes the place of the name in a file and returns the problem. */
type ModelRouteResult =
  | { readonly route: ModelRoute }
  | { readonly problemAt: (at: Place | undefined, use?: ModelUse) => Problem };

/** The purpose of a model: embeddings, or texts. */
type ModelUse = 'texts' | 'embeddings';

type Providers = Readonly<Record<string, ProviderConfig>>;

/**
 * Returns the route of a model's name: `TYPE:MODEL` for a built-in provider, `ENTRY:MODEL` for an entry of `providers:`, `TYPE:ENTRY` for an
 * entry of a type without models of its own. A slash may replace the colon. Types may also allow short names.
 */
export function routeModel(name: string, providers: Providers): ModelRouteResult {
  const typeOfName = providerTypes.find(({ modelNames }) => modelNames.short?.pattern.test(name));
  if (typeOfName) return toRoute(typeOfName.name, name, providers);
  const [, prefix = '', model = ''] = /^([A-Za-z0-9_.-]+)[:/](\S+)$/.exec(name) ?? [];
  const isFolder = /^\.{0,2}$/.test(model); // `..` in an address is another address
  if (isFolder) return refused('form', name, providers);
  if (model.startsWith('-'))
    return refusal('hyphen', `"${short(name)}" is not the name of a model: none begins with a hyphen`, null);
  const type = findType(prefix);
  if (type && !type.modelNames.isBuiltIn) return entryRoute(type, model, providers);
  if (!type && !Object.hasOwn(providers, prefix)) return refused('provider', name, providers);
  return toRoute(prefix, model, providers);
}

function toRoute(provider: string, model: string, providers: Providers): ModelRouteResult {
  const config = configOf(provider, providers);
  const { name: type, modelNames, can } = typeOf(config);
  if (!modelNames.isBuiltIn)
    return refusal('prefix', `"${short(provider)}" is a ${type}: write ${type}:${short(provider)}`, null);
  const named = short(`${provider}:${model}`);
  const [, word, rest] = config.base_url === undefined ? (endpointWord.exec(model) ?? []) : [];
  if (word !== undefined && rest !== undefined) {
    const hint = `write ${short(`${modelNames.elsewhere?.[word] ?? provider}:${rest}`)}`;
    return refusal('endpoint', `"${named}" has the word "${word}" before the name of the model`, hint);
  }
  const flaw = config.base_url === undefined ? modelNames.flawOf?.(model) : null;
  if (flaw) {
    const hint = flaw.meant
      ? `did you mean ${short(`${provider}:${flaw.meant}`)}?`
      : `write ${short(`${provider}:${modelNames.example ?? 'NAME'}`)}`;
    return refusal('cloud', `"${named}" is not the name of a model of Anthropic at ${short(provider)}`, hint);
  }
  return { route: { provider, config, model, forcesTools: can.tools && config.tools !== false, can } };
}

/** The name of an endpoint before that of a model, as promptfoo writes it: `chat:gpt-6.2-sol`. */
const endpointWord = /^(chat|completion|responses|embedding|embeddings|messages):(\S+)$/;

function entryRoute(
  { name: type, canWith, can: abilities }: ProviderType,
  name: string,
  providers: Providers,
): ModelRouteResult {
  const config = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (config?.type !== type)
    return refusal('entry', `${type}:${short(name)} has no entry of type ${type} under providers: in eva.yml`, null);
  const can = { ...abilities, ...canWith?.(config) };
  return { route: { provider: name, config, model: name, forcesTools: can.tools && config.tools !== false, can } };
}

/** Makes the result for an invalid name. `hint`: null for the forms that names of models for that use have. */
function refusal(variant: string, message: string, hint: string | null): ModelRouteResult {
  return {
    problemAt: (at, use) =>
      problem(`EVA_BAD_MODEL:${variant}`, message, { hint: hint ?? `write ${short(forms(use))}`, at }),
  };
}

/** Returns the problem of a name without a route, with the name that was probably meant. */
function refused(variant: 'form' | 'provider', name: string, providers: Providers): ModelRouteResult {
  const meant = probableName(name, providers);
  const server = meant === undefined ? knownServer(name) : undefined;
  if (server) {
    const entry =
      Object.keys(providers).length > 0 ? `below providers: ${server.entry}` : `providers: { ${server.entry} }`;
    const model = server.model === name ? '' : ` and write model: ${short(server.model)}`;
    const hint = `add to eva.yml: ${short(entry)}${model}`;
    return refusal('server', `"${short(name)}" needs an entry for its server in eva.yml`, hint);
  }
  const what = variant === 'form' ? 'is not the name of a model' : 'names no provider that eva knows';
  const hint = meant === undefined ? null : `did you mean ${short(meant)}?`;
  return refusal(variant, `"${short(name)}" ${what}`, hint);
}

/**
 * Returns the valid name that a name probably means: with the prefix that it lacks, or with its first word in the right spelling. Undefined
 * without such a name.
 */
function probableName(name: string, providers: Providers): string | undefined {
  const type = Object.hasOwn(providers, name) ? findType(providers[name]?.type) : undefined;
  if (type && !type.modelNames.isBuiltIn) return `${type.name}:${name}`;
  if (Object.hasOwn(families, name)) return families[name];
  const spelled = name.toLowerCase().replace(/^gpt[ _]?(?=\d)/, 'gpt-');
  if (providerTypes.some(({ modelNames }) => modelNames.short?.pattern.test(spelled))) return spelled;
  const owner = providerTypes.find(({ modelNames }) => modelNames.known?.test(spelled));
  if (owner) return `${owner.name}:${owner.modelNames.known?.test(name) ? name : spelled}`;
  const [, first = '', rest = ''] = /^([A-Za-z]+)(-[^\s:/]+)$/.exec(name) ?? [];
  const [, prefix = '', model = ''] = /^([A-Za-z0-9_.-]+)[:/](\S+)$/.exec(name) ?? [];
  const stems = providerTypes.flatMap(({ modelNames }) => modelNames.short?.form.match(/^\w+(?=-)/)?.[0] ?? []);
  const stem = nearest(first, stems);
  const called = providerTypes.find(({ modelNames }) => modelNames.alsoCalled?.includes(prefix.toLowerCase()));
  const provider =
    called?.name ?? nearest(prefix, [...providerTypes.map((type) => type.name), ...Object.keys(providers)]);
  const spelledModel = findType(provider)?.modelNames.flawOf?.(model)?.meant ?? model;
  const valid = stem === undefined ? provider && `${provider}:${spelledModel}` : stem + rest;
  return valid !== undefined && valid !== name && 'route' in routeModel(valid, providers) ? valid : undefined;
}

/** Families of models that people name without a version, each with a model of it. */
const families: Readonly<Record<string, string>> = {
  claude: 'claude-sonnet-5-5',
  sonnet: 'claude-sonnet-5-5',
  opus: 'claude-opus-5-5',
  haiku: 'claude-haiku-5-5',
  anthropic: 'claude-sonnet-5-5',
  openai: 'openai:gpt-6-luna',
  gpt: 'openai:gpt-6-luna',
  chatgpt: 'openai:gpt-6-luna',
  'claude-cli': 'claude-cli:opus',
};

function forms(use: ModelUse = 'texts'): string {
  return use === 'texts' ? modelForms() : embeddingForms();
}

function embeddingForms(): string {
  const types = providerTypes.filter(
    ({ name, lacks }) => !lacks({ type: name as ProviderConfig['type'] }).includes('embeddings'),
  );
  return types.map(({ name }) => `${name}:NAME`).join(' or ');
}

function modelForms(): string {
  const builtIn = providerTypes.filter(({ modelNames }) => modelNames.isBuiltIn);
  const short = builtIn.flatMap(({ modelNames }) => modelNames.short?.form ?? []);
  const full = builtIn.map(({ name }) => `${name}:NAME`);
  const entries = providerTypes.filter(({ modelNames }) => !modelNames.isBuiltIn).map(({ name }) => `${name}:NAME`);
  return `${[...short, ...full].join(', ')}, or ${entries.join(' or ')} with an entry under providers: in eva.yml`;
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

/** Returns the route of a model's name; undefined for an invalid name. */
export function routeOf(name: string, providers: Providers): ModelRoute | undefined {
  const result = routeModel(name, providers);
  return 'route' in result ? result.route : undefined;
}

/** Returns the price of a model by its name in files; undefined if eva.yml has no price or the model is unknown. */
export function priceByName(name: string, { providers, prices }: LibraryConfig): Price | undefined {
  const route = routeOf(name, providers);
  return route && priceOf(prices, route.model);
}
