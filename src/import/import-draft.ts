import type { ConfigNode } from './config-node.js';
import type { DraftPrompt, DraftSettings } from './draft.js';
import type { Ledger } from './finding.js';

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
