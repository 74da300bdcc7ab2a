import type { JsonObject } from '#model/data/json.js';
import { type ConfigNode, textAt } from '../../config-node.js';
import type { ProviderEntry } from '../../draft.js';
import type { Unreachable } from './reasons.js';

/** The words in which a provider's `config` is written. */
export type Dialect = 'chat' | 'responses' | 'messages' | 'bedrock' | 'gemini' | 'ollama' | 'cohere' | 'none';

/** Where eva finds the model of a provider. */
export interface Target {
  /** The type of the provider in eva. */
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

export type Found = Target | Unreachable;

/** A provider as a configuration names it: the part of its id after the first colon, and its `config`. */
export interface Named {
  readonly rest: string;
  readonly config: ConfigNode | undefined;
}

/** Returns a text of `config`, trimmed; undefined if there is none. */
export function configText({ config }: Named, key: string): string | undefined {
  const text = config && textAt(config, key)?.trim();
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
