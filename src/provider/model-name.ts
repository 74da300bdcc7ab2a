import type { LibraryConfig, Price, ProviderConfig } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { priceOf } from '#model/reply/price.js';
import { nearest } from '#model/text/nearest.js';
import { short } from '#model/text/quoted.js';
import { builtInConfig, findType, providerTypes, typeOf } from './types/index.js';
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
  if (isFolder) return refused('EVA_BAD_MODEL:form', name, providers);
  if (model.startsWith('-')) {
    return {
      problemAt: (at, use) =>
        problem('EVA_BAD_MODEL:hyphen', `"${short(name)}" is not the name of a model: none begins with a hyphen`, {
          hint: `write ${short(forms(use))}`,
          at,
        }),
    };
  }
  const type = findType(prefix);
  if (type && !type.modelNames.isBuiltIn) return entryRoute(type, model, providers);
  if (!type && !Object.hasOwn(providers, prefix)) return refused('EVA_BAD_MODEL:provider', name, providers);
  return toRoute(prefix, model, providers);
}

function toRoute(provider: string, model: string, providers: Providers): ModelRouteResult {
  const config = Object.hasOwn(providers, provider) ? providers[provider] : builtInConfig(provider);
  if (!config) throw new Error(`no provider has the name "${provider}"`);
  const { name: type, modelNames, can } = typeOf(config);
  if (!modelNames.isBuiltIn) {
    return {
      problemAt: (at, use) =>
        problem(
          'EVA_BAD_MODEL:prefix',
          `"${short(provider)}" is a ${short(type)}: write ${short(type)}:${short(provider)}`,
          { hint: `write ${short(forms(use))}`, at },
        ),
    };
  }
  const [, word, rest] = config.base_url === undefined ? (endpointWord.exec(model) ?? []) : [];
  if (word !== undefined && rest !== undefined) {
    const params = {
      name: `${provider}:${model}`,
      word,
      meant: `${modelNames.elsewhere?.[word] ?? provider}:${rest}`,
      forms: '',
    };
    return {
      problemAt: (at) =>
        problem(
          'EVA_BAD_MODEL:endpoint',
          `"${short(params.name)}" has the word "${short(params.word)}" before the name of the model`,
          { hint: `write ${short(params.meant)}`, at },
        ),
    };
  }
  const flaw = config.base_url === undefined ? modelNames.flawOf?.(model) : null;
  if (flaw) {
    const [meant, example] = [flaw.meant, modelNames.example ?? 'NAME'].map((text) => text && `${provider}:${text}`);
    const params = { name: `${provider}:${model}`, provider, example: example ?? '', ...(meant && { meant }) };
    return {
      problemAt: (at) =>
        problem(
          'EVA_BAD_MODEL:cloud',
          `"${short(params.name)}" is not the name of a model of Anthropic at ${short(params.provider)}`,
          {
            hint:
              params.meant === undefined ? `write ${short(params.example)}` : `did you mean ${short(params.meant)}?`,
            at,
          },
        ),
    };
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
  if (config?.type !== type) {
    return {
      problemAt: (at, use) =>
        problem(
          'EVA_BAD_MODEL:entry',
          `${short(type)}:${short(name)} has no entry of type ${short(type)} under providers: in eva.yml`,
          { hint: `write ${short(forms(use))}`, at },
        ),
    };
  }
  const can = { ...abilities, ...canWith?.(config) };
  return { route: { provider: name, config, model: name, forcesTools: can.tools && config.tools !== false, can } };
}

/** Returns the problem of a name without a route, with the name that was probably meant. */
function refused(
  key: 'EVA_BAD_MODEL:form' | 'EVA_BAD_MODEL:provider',
  name: string,
  providers: Providers,
): ModelRouteResult {
  const meant = probableName(name, providers);
  const server = meant === undefined ? knownServer(name) : undefined;
  if (server) {
    const entry =
      Object.keys(providers).length > 0 ? `below providers: ${server.entry}` : `providers: { ${server.entry} }`;
    const known = { name, entry, model: server.model, forms: '' };
    return {
      problemAt: (at) =>
        problem('EVA_BAD_MODEL:server', `"${short(known.name)}" needs an entry for its server in eva.yml`, {
          hint: `add to eva.yml: ${short(known.entry)}${known.model === known.name ? '' : ` and write model: ${short(known.model)}`}`,
          at,
        }),
    };
  }
  const what = key === 'EVA_BAD_MODEL:form' ? 'is not the name of a model' : 'names no provider that eva knows';
  return {
    problemAt: (at, use) =>
      problem(key, `"${short(name)}" ${what}`, {
        hint: meant === undefined ? `write ${short(forms(use))}` : `did you mean ${short(meant)}?`,
        at,
      }),
  };
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
