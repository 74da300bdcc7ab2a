import type { ProviderConfig } from '#model/config.js';
import type { BatchesApi } from '../batch/batches-api.js';
import type { ListedModel } from '../prices/price-table.js';
import type { RequireUnchanged } from '../process/start-program.js';
import type { Provider } from '../provider.js';
import type { Feature } from './features.js';

export interface ProviderAbilities {
  /** The model can be forced to call a tool, unless the entry in eva.yml says `tools: false`. */
  readonly tools: boolean;
  /** Requests can be sent in batches, with `openBatches`. */
  readonly batches: boolean;
  /** Replies report the numbers of input and output tokens, or may report them. */
  readonly tokenCounts: boolean;
  /** Replies may report their cost, so that it can be known without a price. Absent: no. */
  readonly costs?: true;
  /** The bytes of the prompt and `max_tokens` limit the tokens of a call, and so its cost. */
  readonly tokenBounds: boolean;
}

/** The server that a type of provider sends requests to. */
export interface ServerAddress {
  /** Environment variable that overrides `official`. */
  readonly variable: string;
  /** Base URL without a slash at its end; absent if the program or a region decides. */
  readonly official?: string;
  /** Environment variables with the version of the API that belongs to the address in `variable`, in this order. */
  readonly versionVariables?: readonly string[];
  /** True if base URLs must end with /v1. */
  readonly endsWithV1: boolean;
  /** The hosts of the provider besides that of `official`. */
  readonly hosts?: RegExp;
  /** True if each account has an address of its own, a resource: no call succeeds without a base URL. */
  readonly isResource?: true;
}

/** The forms of the model names of a type of provider. */
interface ModelNames {
  /** True: `TYPE:MODEL` works without an entry in eva.yml, and each entry is a further provider. False: names are `TYPE:ENTRY`. */
  readonly isBuiltIn: boolean;
  /** Names of models of the built-in provider without its prefix, and their form in messages. */
  readonly short?: { readonly pattern: RegExp; readonly form: string };
  /** The type to use for names of endpoints that people write before a model, if it is another type. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Well-known models of the built-in provider, which people write without its prefix. */
  readonly known?: RegExp;
  /** Names that other tools have for this provider, in lower case. */
  readonly alsoCalled?: readonly string[];
  /** Returns null for a name that a model can have, else what was probably meant, if that is known. */
  readonly flawOf?: (model: string) => { readonly meant?: string } | null;
  /** The name of a model, for hints. Present with `flawOf`. */
  readonly example?: string;
}

/** A value without which a provider has no address: a region or a project. */
interface NeededSetting {
  readonly setting: 'region' | 'project';
  /** Environment variables with the value for entries without that key. The first that is set decides. */
  readonly variables: readonly string[];
  readonly example: string;
}

/** The region and the project of a provider in a cloud, as far as they are set. */
export type Places = { readonly [key in NeededSetting['setting']]?: string };

/** A type of provider: everything that eva knows about it before a call, and the functions that open one. */
export interface ProviderType {
  readonly name: string;
  /** The name that OpenTelemetry gives to the provider; absent for one without. */
  readonly traceName?: string;
  /** The settings that its entries in eva.yml may have, besides `type` and limits. Their schemas are in schemas/eva-config.schema.json. */
  readonly settings: readonly (keyof ProviderConfig)[];
  /** Settings that an entry must have, each with the form of its value. */
  readonly required?: Readonly<Record<string, string>>;
  readonly modelNames: ModelNames;
  /** The environment variable with the key, unless an entry names another; empty if the type has no key. */
  readonly keyVariable: string;
  /** What is sent to the server if that variable is not set; absent if nothing is. */
  readonly login?: string;
  /** Null for programs that belong to a library. */
  readonly server: ServerAddress | null;
  /** The package that users install for this type. */
  readonly package?: string;
  readonly needed?: readonly NeededSetting[];
  /** Returns true if no call succeeds without a key. */
  readonly needsKey: (baseUrl: string | undefined) => boolean;
  /** Returns the model in a public price list, with which eva prices it; absent for types whose models have no built-in price. */
  readonly listedAs?: (model: string, reached: ReachedServer) => ListedModel | undefined;
  readonly can: ProviderAbilities;
  /** Returns the abilities that entries with these settings have instead; absent if settings change none. */
  readonly canWith?: (config: ProviderConfig) => Partial<ProviderAbilities>;
  /** The least `max_tokens` that the server accepts; absent for 1. */
  readonly leastTokens?: number;
  /** Returns the features that requests to a provider with this entry cannot have. */
  readonly lacks: (config: ProviderConfig) => readonly Feature[];
  /** The keys of a request's body that `extra` cannot hold, each with the settings to use instead; absent for types without `extra`. */
  readonly reservedKeys?: Readonly<Record<string, readonly string[]>>;
  /** What may send the features that a program lacks; absent for servers. */
  readonly instead?: Substitute;
  /** Opens a provider. Imports its implementation when called: descriptions of providers are loaded by every command. */
  readonly create: (options: CreateOptions) => Promise<Provider>;
  /** Opens the API for batches; present if `can.batches`. */
  readonly openBatches?: (options: CreateOptions) => Promise<BatchesApi>;
}

/** The server that calls reach, and the settings that decide it. */
export interface ReachedServer {
  /** From the entry or the environment; undefined for the type's own address. */
  readonly baseUrl: string | undefined;
  /** The region of a cloud, from the entry or the environment. */
  readonly region: string | undefined;
}

/** Another provider, or another entry of the same type, that sends more. */
interface Substitute {
  readonly config: ProviderConfig;
  /** Returns the model to use, or the setting to add to the provider's entry in eva.yml. */
  readonly of: (model: string) => { readonly model: string } | { readonly entry: string };
}

export interface CreateOptions {
  /** The provider's name: its type, or its entry in eva.yml. */
  readonly name: string;
  readonly config: ProviderConfig;
  readonly apiKey: string | undefined;
  /** The server's base URL without slashes at its end, from the entry, the environment or the official one. */
  readonly baseUrl: string | undefined;
  /** The dated version of the server's API, from the entry or the environment; absent if neither sets one. */
  readonly apiVersion?: string | undefined;
  /** The region and the project, from the entry or the environment, for types that need them. */
  readonly places: Places;
  readonly redact: (text: string) => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the environment variables that hold keys according to eva.yml. Programs do not get them. */
  readonly withheld: readonly string[];
  /** Absolute directory in which programs run: the library's root. */
  readonly cwd: string;
  readonly requireUnchanged?: RequireUnchanged | undefined;
}

/** Names that eva writes itself or refuses in `extra` at every provider, each with the settings to use instead. */
export const alwaysReserved: Readonly<Record<string, readonly string[]>> = {
  model: ['model'],
  messages: ['messages'],
  system: ['messages'],
  stream: [],
  n: ['sample_size'],
  max_tokens: ['max_tokens'],
  temperature: ['temperature'],
  top_p: ['top_p'],
  stop: ['stop'],
  sampling_seed: ['sampling_seed'],
  reasoning: ['reasoning'],
  response_format: ['response_format'],
  tools: ['tools'],
  tool_choice: ['tool_choice'],
  ['__proto__']: [],
};

/** The keys that requests to the Messages API hold under names of their own, besides those that are always reserved. */
export const reservedForMessages: Readonly<Record<string, readonly string[]>> = {
  ...alwaysReserved,
  top_k: ['top_k'],
  stop_sequences: ['stop'],
  thinking: ['reasoning'],
  output_config: ['reasoning', 'response_format'],
};

/** The forms of places in a cloud. A region becomes part of a host's name, so it has no dot, slash or colon; a project may have a domain. */
export const placePatterns: Readonly<Record<NeededSetting['setting'], string>> = {
  region: '^[a-z0-9][a-z0-9-]{0,40}$',
  project: '^[a-z0-9][a-z0-9.:-]{0,99}$',
};

/** Returns true for a provider with an entry in eva.yml, false for a built-in one, which has its type alone. */
export function hasEntry({ name, config }: Pick<CreateOptions, 'name' | 'config'>): boolean {
  return name !== config.type || Object.keys(config).length > 1;
}
