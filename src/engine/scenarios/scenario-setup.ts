import type { LibraryConfig } from '#model/config.js';
import type { RubricStore } from '../rubrics/rubric-store.js';
import type { Models, ModelWorld } from './models.js';

/** The surroundings of evaluations. */
export interface ScenarioWorld extends ModelWorld {
  readonly now: () => Date;
  /** Returns so many random bytes, in hexadecimal digits. */
  readonly random: (bytes: number) => string;
}

/** What all evaluations of a program share. */
export interface ScenarioSetup {
  readonly config: LibraryConfig;
  readonly models: Models;
  readonly rubrics: RubricStore;
  readonly storage: ScenarioStorage;
  readonly world: ScenarioWorld;
}

/** What the evaluations of a program keep on the disk, and what they take from there. Paths are absolute. */
export interface ScenarioStorage {
  /** The folder of runs (`.eva/runs`), cache (`.eva/cache`) and recordings (`recordings.jsonl`). */
  readonly folder: string;
  /** True to keep a journal and the result of each evaluation in `.eva/runs`. */
  readonly keepsRuns: boolean;
  /** True to resume an unfinished run of the same scenarios. */
  readonly resume: boolean;
  readonly cache: boolean;
  readonly record: boolean;
  /** True to call no model: every reply comes from recordings, or from the cache if it is on. */
  readonly replay: boolean;
  /** The file that the row of a finished evaluation is appended to; null for none. */
  readonly rows: string | null;
}
