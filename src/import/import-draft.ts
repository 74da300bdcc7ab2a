import type { ConfigNode } from './config-node.js';
import type { DraftPrompt, DraftSettings } from './draft.js';
import type { Ledger } from './finding.js';
import type { EvalsCheck } from './openai-evals/check.js';

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
  /** Every assertion of its tests; or, where each sample has one, how many there are and how many are carried. */
  readonly assertions: readonly ConfigNode[] | { readonly found: number; readonly carried: number };
  readonly ledger: Ledger;
  /** The patterns by which promptfoo finds files of the configuration, relative to its folder; absent for files of other tools. */
  readonly patterns?: readonly string[];
}

/** What an importer needs besides the file: `--model`, and the names that are taken. */
export interface ReadOptions {
  readonly model?: string;
  /** Ids of prompts and names of providers that earlier configurations of the same command use. */
  readonly ids: Set<string>;
  readonly taken: Map<string, string>;
  /** The check that compares replies with right answers, and the share of right ones that passes: only for samples. */
  readonly check?: EvalsCheck;
  readonly bar?: number;
  /** True if the eva.yml of the library names a model. */
  readonly hasDefaultModel: boolean;
}

/** Reads the configurations in a file or folder. */
export type Importer = (path: string, options: ReadOptions) => readonly ImportDraft[];
