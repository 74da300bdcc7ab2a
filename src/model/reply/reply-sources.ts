import type { Place } from '../problem.js';

/** The kinds of attempts: a full run, a run with `--case`, `--items` or `--item`, a shard, a preview, a comparison, a replay. */
export const attemptKinds = ['full', 'partial', 'shard', 'look', 'compare', 'replay'] as const;

export type AttemptKind = (typeof attemptKinds)[number];

/** The replies that came from one earlier run. */
export interface SourceRun {
  readonly run_id: string;
  readonly kind: AttemptKind;
  readonly replies: number;
}

/** The replies that came from one server or program. */
export interface NamedReplies {
  readonly name: string;
  readonly replies: number;
}

/** Who answered calls and is not the provider's own server. */
export interface Answerer {
  /** The scheme and host of a server. */
  readonly server?: string;
  readonly program?: string;
}

export interface ReplySources {
  /** Replies that this run requested, or that the shards requested from which it was merged. */
  readonly asked: number;
  /** The runs that requested the replies from recordings and cache, those with most replies first; at most `maxSourceRuns`. */
  readonly runs: readonly SourceRun[];
  readonly more_runs: number;
  /** Replies from recordings and cache that do not name their run. */
  readonly unnamed: number;
  /** Replies that a person wrote by hand. */
  readonly synthetic: number;
  /** Servers that are not the provider's own, those with most replies first; at most `maxSourceRuns`. Absent without any. */
  readonly servers?: readonly NamedReplies[];
  /** Programs that took a model's place, in the same way. */
  readonly programs?: readonly NamedReplies[];
  /** Programs that were the application under test, in the same way. */
  readonly applications?: readonly NamedReplies[];
  /** The number of replies that followed a failed attempt of the process that got them. Absent without any. */
  readonly retried?: number;
  /** The names of the variables `EVA_…` that programs of the library got. Absent without any. */
  readonly variables?: readonly string[];
}

export const maxSourceRuns = 20;

export const noSources: ReplySources = { asked: 0, runs: [], more_runs: 0, unnamed: 0, synthetic: 0 };

/**
 * Returns the id of the full run in which all replies were requested; null if they come from several runs, from a run of another kind, or
 * from a person.
 */
export function oneWholeSource({ asked, runs, more_runs, unnamed, synthetic }: ReplySources): string | null {
  const [only] = runs;
  if (asked + more_runs + unnamed + synthetic > 0 || runs.length !== 1 || only?.kind !== 'full') return null;
  return only.run_id;
}

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
