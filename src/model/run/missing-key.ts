import type { Place } from '../problem.js';

/** The part that a model plays in a run. */
export type ModelRole = 'the model under test' | 'the judge' | 'the simulated user' | 'the embedding model';

/** A model that a run calls, and who named it. */
export interface ModelAsker {
  readonly role: ModelRole;
  readonly model: string;
  /** Where a file names the model; null for eva's default judge. */
  readonly at: Place | null;
}

/** A provider whose key is missing, with the variable that should hold it. */
export interface MissingKey {
  readonly provider: string;
  readonly variable: string;
  /** True if the variable is set to white space only, as a CI service does with a secret that the job may not read. */
  readonly isEmpty: boolean;
  /** A variable that is set and probably holds the key under a wrong name; absent without one. */
  readonly similar?: string;
  /** The models that need the key. */
  readonly asked_by: readonly ModelAsker[];
  /** A model under test of another provider, which could be the judge; null without one, and if the model under test needs the key. */
  readonly other_model: string | null;
  /** The `.env` file that eva does not read, as a path to type in a shell; null without one. */
  readonly env_file: string | null;
}
