import type { LibraryConfig } from '#model/config.js';
import type { RubricStore } from '../rubrics/rubric-store.js';
import type { Models, ModelWorld } from './models.js';

export interface ScenarioWorld extends ModelWorld {
  readonly now: () => Date;
  /** Returns random bytes as hexadecimal digits. */
  readonly random: (bytes: number) => string;
}

/** The parts that all evaluations of a program share. */
export interface ScenarioSetup {
  readonly config: LibraryConfig;
  readonly models: Models;
  readonly rubrics: RubricStore;
  readonly storage: ScenarioStorage;
  readonly world: ScenarioWorld;
}

/** The storage options of a program's evaluations. Paths are absolute. */
export interface ScenarioStorage {
  /** The folder that holds `.eva/runs`, `.eva/cache` and `recordings.jsonl`. */
  readonly folder: string;
  /** True to save a journal and the result of each evaluation in `.eva/runs`. */
  readonly keepsRuns: boolean;
  readonly resume: boolean;
  readonly cache: boolean;
  readonly record: boolean;
  /** True to call no model: every reply comes from recordings, or from the cache if it is enabled. */
  readonly replay: boolean;
  /** The file to which the row of a finished evaluation is appended; null if rows are not written. */
  readonly rows: string | null;
}
