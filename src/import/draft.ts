import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import type { ConfigNode } from './config-node.js';
import type { Ledger } from './finding.js';

/** A file that an import writes into the folder of a prompt. */
export interface PromptFile {
  /** Its path relative to the folder of the prompt. */
  readonly path: string;
  readonly content: string | Buffer;
}

/** An entry of `providers` in eva.yml, with its proposed name. */
export interface ProviderEntry {
  readonly name: string;
  readonly config: JsonObject;
}

/** A case of an eval.yml that is being made. */
export interface DraftCase {
  readonly name: string;
  /** Keys between `name` and the expectations: dataset, inputs, files, models, settings. */
  readonly setup: JsonObject;
  /** True for a test without assertions: it is asked and shown. */
  readonly isLook: boolean;
  readonly expects: Expects;
  readonly comments: readonly string[];
}

/** The part of a case that judges its replies, each item with its assertion in the configuration. */
export interface Expects {
  readonly assert: readonly Traced<JsonObject>[];
  readonly rubric: readonly Traced<string | JsonObject>[];
  readonly rest: { readonly reference?: JsonValue; readonly extract?: JsonObject; readonly judge?: JsonObject };
}

/** An item of a list of eval.yml, and the assertion that it was made of. */
export interface Traced<T> {
  readonly item: T;
  readonly source: ConfigNode;
  /** The equal assertions of other tests, where one item stands for all of them. */
  readonly others?: readonly ConfigNode[];
}

/** The eval.yml of a prompt. */
export interface DraftEval {
  /** The prompt whose cases it has; absent for cases of its own. */
  readonly cases_of?: string;
  readonly defaults: JsonObject;
  readonly shared: Expects;
  readonly cases: readonly DraftCase[];
}

/** A prompt that is being made: the parts of its files. */
export interface DraftPrompt {
  readonly id: string;
  readonly meta: JsonObject;
  readonly body: PromptFile;
  readonly eval: DraftEval;
  /** Further files: data, code, pictures. */
  readonly files: readonly PromptFile[];
  /** Where code was copied from, by its file. */
  readonly code?: readonly { readonly file: string; readonly at: Place }[];
}

/** The parts of eva.yml that the prompts of a configuration need. */
export interface DraftSettings {
  readonly entries: readonly ProviderEntry[];
  /** USD per million tokens by model, as the provider knows it. */
  readonly prices: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  readonly concurrency?: number;
}

export const noExpects: Expects = { assert: [], rubric: [], rest: {} };

/** Returns true if nothing judges a reply. */
export function isEmpty({ assert, rubric }: Expects): boolean {
  return assert.length === 0 && rubric.length === 0;
}

/** A configuration that was read: the prompts to write, and what is not in them. */
export interface ImportDraft {
  /** The absolute path of the configuration. */
  readonly path: string;
  /** The name of its file: places in it have this file. */
  readonly file: string;
  /** Empty if something blocks the import. */
  readonly prompts: readonly DraftPrompt[];
  readonly settings: DraftSettings;
  /** How many tests it has, after lists of values and scenarios are multiplied out. */
  readonly tests: number;
  /** Every assertion of its tests. */
  readonly assertions: readonly ConfigNode[];
  readonly ledger: Ledger;
  /** The patterns by which promptfoo finds files of the configuration, relative to its folder. */
  readonly patterns: readonly string[];
}

/** What an importer needs besides the file: `--model`, and the names that are taken. */
export interface ReadOptions {
  readonly model?: string;
  /** Ids of prompts and names of providers that earlier configurations of the same command use. */
  readonly ids: Set<string>;
  readonly taken: Map<string, string>;
}
