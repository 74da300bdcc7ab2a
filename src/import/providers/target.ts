import type { JsonObject } from '#model/data/json.js';
import { type ConfigNode, childText } from '../config-node.js';
import type { ProviderEntry } from '../draft.js';

/** The words in which a provider's `config` is written. */
export type Dialect = 'chat' | 'responses' | 'messages' | 'bedrock' | 'gemini' | 'ollama' | 'cohere' | 'none';

/** Where eva finds the model of a provider. */
export interface Target {
  readonly type: string;
  /** The name of the model at the provider; empty for a program. */
  readonly model: string;
  /** Absent for a built-in provider as it is. */
  readonly entry?: ProviderEntry;
  readonly dialect: Dialect;
  /** The keys of `config` that chose the model or the entry. */
  readonly read: readonly string[];
  /** The environment variable of its key, for a hint. */
  readonly key: string;
  /** True if every key of `config` goes to the server as it is. */
  readonly sendsAll?: true;
  /** Keys of `config` beside the usual ones that go to the server as they are. */
  readonly sends?: readonly string[];
  /** Usual keys of `config` that promptfoo does not send to this server. */
  readonly ignores?: readonly string[];
  /** True if promptfoo sends no keys of `config` but those that it knows. */
  readonly ignoresOthers?: true;
  /** True if models that reason take a temperature too. */
  readonly samplesAlways?: true;
  /** What promptfoo sends to this server if `config` sets nothing, where it is not the usual. */
  readonly defaults?: JsonObject;
  /** What is different, if that changes no answer. */
  readonly note?: string;
}

export type FoundTarget = Target | Unreachable;

/** A provider as a configuration names it: the part of its id after the first colon, and its `config`. */
export interface Named {
  readonly rest: string;
  readonly config: ConfigNode | undefined;
}

/** Returns a text of `config`, trimmed; undefined if there is none. */
export function trimmedText({ config }: Named, key: string): string | undefined {
  const text = config && childText(config, key)?.trim();
  return text === '' ? undefined : text;
}

/** Returns true for a name or an address with a value of the environment or of a test in it. */
export function isTemplate(text: string): boolean {
  return /\{\{|\{%|\$\{/.test(text);
}

/** Returns a mapping without the keys whose value is undefined. */
export function compact(values: Readonly<Record<string, string | boolean | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string | boolean] => pair[1] !== undefined),
  );
}

/** Why a provider cannot be carried over, and what to do instead. */
export interface Unreachable {
  readonly unreachable: string;
  readonly todo: string;
}

const otherModel = 'add --model NAME';

const asProgram = 'write a program for it and an entry with format: json in eva.yml, or add --model NAME';

/** The reasons for providers out of reach, by group. */
export const whyUnreachable = {
  other_api: { unreachable: 'eva does not speak the protocol of its server', todo: otherModel },
  headers: { unreachable: 'its server needs headers of its own, which eva does not send', todo: otherModel },
  own_code: { unreachable: 'it is code, which an import does not run', todo: asProgram },
  own_http: { unreachable: 'it calls an address with requests of its own form', todo: asProgram },
  no_chat: { unreachable: 'its endpoint makes no chat replies', todo: otherModel },
  tools: { unreachable: 'its tools are run by the provider, by a server of tools or by callbacks', todo: otherModel },
  tools_from_code: { unreachable: 'its tools come from code, which an import does not run', todo: otherModel },
  agent: { unreachable: 'it is an agent with tools of its own', todo: asProgram },
  turns: { unreachable: 'it asks a model several times in turn', todo: otherModel },
  internal: { unreachable: 'it exists only inside promptfoo', todo: otherModel },
  in_environment: {
    unreachable: 'a part of its name or address is in an environment variable, which an import does not read',
    todo: 'write the value in its place, or add --model NAME',
  },
  no_address: {
    unreachable: 'its address is not in the configuration',
    todo: 'write the address into its config, or add --model NAME',
  },
  bad_address: { unreachable: 'its address is none that eva can use', todo: otherModel },
  bad_name: { unreachable: 'its name has no model that eva can name', todo: otherModel },
  no_id: { unreachable: 'it has no id', todo: 'write its id, or add --model NAME' },
  no_file: { unreachable: 'its file cannot be read', todo: 'put the file into the folder, or add --model NAME' },
  unknown: { unreachable: 'eva does not know this provider', todo: otherModel },
} as const satisfies Readonly<Record<string, Unreachable>>;
