import type { Budget } from '../config.js';
import type { Problem } from '../problem.js';
import type { Call, StoredReply } from '../reply/exchange.js';
import type { CaseResult, RunPlan, RunResult, Shard } from './run.js';
import type { Score, Trial } from './trial.js';

/** A provider that does not answer, although calls wait for it; with `ms` 0, the end of that. Times in milliseconds. */
export interface ProviderSilence {
  readonly provider: string;
  readonly ms: number;
  /** The last failure in this time; null if nothing has failed. */
  readonly failure: { readonly kind: string; readonly status: number | undefined; readonly message: string } | null;
  readonly waiting: number;
  /** Time until the next attempt; null while one runs. */
  readonly nextInMs: number | null;
  /** The concurrent attempts allowed, at most and now; absent unless eva allows fewer because the provider is busy. */
  readonly places?: { readonly most: number; readonly now: number };
}

/** The lock of a run that a process did not release and this one took over. */
export interface LockTakeover {
  readonly run_id: string;
  /** The id of the earlier process; null if it is not known. */
  readonly pid: number | null;
  /** True if the machine was restarted in between. */
  readonly isRestarted: boolean;
}

/** An event outside the trials of a run: its sources of replies, the runs that it resumes or merges, its waits. */
export type RunNotice =
  | ({ readonly event: 'lock_taken_over' } & LockTakeover)
  /** `--resume` chose one of several unfinished runs; these are the others, oldest first. */
  | { readonly event: 'other_runs_unfinished'; readonly run_ids: readonly string[] }
  /** An unfinished run cannot be resumed, for the reason in `problem`; a new run begins. */
  | { readonly event: 'run_not_resumed'; readonly problem: Problem }
  /** `calls` is the maximum number of calls that the run still needs, without retries. The budget is that of the whole run. */
  | {
      readonly event: 'run_resumed';
      readonly run_id: string;
      readonly id: string;
      /** True if the run shows replies and judges nothing (`--look`). Absent otherwise. */
      readonly look?: true;
      readonly replies: number;
      readonly calls: number;
      readonly budget: Budget;
    }
  /** `--shard auto` took the shard from these environment variables, which the engine of the job sets. */
  | {
      readonly event: 'shard_assigned';
      readonly shard: Shard;
      readonly engine: string;
      readonly variables: readonly string[];
    }
  | { readonly event: 'rubrics_written'; readonly count: number; readonly file: string }
  | ({ readonly event: 'provider_silent' } & ProviderSilence)
  | ({ readonly event: 'batch_changed' } & BatchChange)
  /** The run was asked to stop; `batches` continue at the provider. */
  | { readonly event: 'run_stopping'; readonly in_hand: number; readonly batches: number }
  | { readonly event: 'journal_damaged'; readonly problem: Problem; readonly isShard: boolean }
  | { readonly event: 'recordings_damaged'; readonly problem: Problem }
  | { readonly event: 'cache_entry_ignored'; readonly text: string };

/**
 * A change of a batch. `earlier`: another process submitted it. `candidate`: it may belong to this run. `deleted`: the provider has deleted its
 * results.
 */
export type BatchChange =
  | { readonly change: 'submitted'; readonly id: string; readonly requests: number }
  | { readonly change: 'progress'; readonly id: string; readonly done: number; readonly total: number }
  | { readonly change: 'earlier' | 'candidate' | 'deleted'; readonly id: string };

export type Notify = (notice: RunNotice) => void;

/** An event of a run: its progress, and notices such as `run_resumed`. */
export type RunEvent = ProgressEvent | RunNotice;

/** Receives the events and notices of a run. */
export type OnRunEvent = (event: RunEvent) => void;

/**
 * An event of a run. `done` counts trials with a reply, `missing` those that ended without one. `planned` is the expected number of trials at
 * the end: it drops when a case is settled early, and equals `done` + `missing` at the end. A case is decided once, by the trial that settles it. Trials that run at that moment still finish,
 * but are not part of its result.
 */
export type ProgressEvent =
  | { readonly event: 'run_started'; readonly run_id: string; readonly plan: RunPlan }
  | {
      readonly event: 'trial_finished';
      readonly trial: Trial;
      readonly done: number;
      readonly missing: number;
      readonly planned: number;
      /** True if the trial failed, or a check or the judge did not hold in it; null if it is missing, so neither right nor wrong. */
      readonly missed?: boolean | null;
      /** Dollars for the model replies of the run so far; null if a price or a token count is unknown. */
      readonly cost_usd?: number | null;
      /** The date of eva's price table, if built-in prices are part of the cost. */
      readonly built_in_prices?: string;
    }
  | { readonly event: 'case_decided'; readonly result: CaseResult }
  | { readonly event: 'run_finished'; readonly result: RunResult };

export type Emit = (event: ProgressEvent) => void;

const runEvents: ReadonlySet<string> = new Set<ProgressEvent['event']>([
  'run_started',
  'trial_finished',
  'case_decided',
  'run_finished',
]);

export function isRunEvent(event: RunEvent): event is ProgressEvent {
  return runEvents.has(event.event);
}

/** How a call ended: with its reply, which may come from a store, or with an error. */
export type CallEnd = { readonly stored: StoredReply } | { readonly error: unknown };

/** Follows a run in more detail than its events, for traces. */
export interface RunObserver {
  /** Called before a reply is looked up. The returned function is called when the call has ended. */
  readonly onCall: (call: Call) => (end: CallEnd) => void;
  /** Called with each trial and its scores. */
  readonly onTrial: (trial: Trial, scores: readonly Score[]) => void;
  readonly onEvent: (event: ProgressEvent) => void;
  /** Called once, after everything else. `error` is set if an error ended the run. */
  readonly onEnd: (end: {
    readonly state: 'with_result' | 'interrupted' | 'with_error';
    readonly error?: unknown;
  }) => void;
}
