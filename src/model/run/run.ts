import type { Case, Subject } from '../case.js';
import type { Budget } from '../config.js';
import type { ReplySource } from '../reply/exchange.js';
import type { ReplySources } from '../reply/reply-sources.js';
import type { UsageTotal } from '../reply/usage.js';
import type { Outlook } from './outlook.js';
import type { Score } from './score.js';
import type { Trial } from './trial.js';
import type { Outcome, Verdict } from './verdict.js';

/** The digests (sha256) that tie a run to the exact files it speaks of. */
export interface EvidenceDigests {
  readonly prompt: string;
  readonly cases: string;
  readonly judge: string;
  readonly models: string;
}

export interface Evidence extends EvidenceDigests {
  /** True if any reply was written by hand. */
  readonly synthetic: boolean;
  /** When the oldest reply of the run was given, ISO 8601; null if there was none. */
  readonly oldest_reply: string | null;
}

/** One of several equal parts of a run, which together are the whole: `index` from 1 to `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** How a run goes about its plan: what of the command line it must go on with when it is resumed. None of it is evidence. */
export interface RunManner {
  /** Whether a case may end before all its trials are there. Not in a batch, in a shard or where shards are merged. */
  readonly stop_early: boolean;
  /** Whether what can go is sent in batches. */
  readonly batch: boolean;
  /** The part that is collected; null for the whole. */
  readonly shard: Shard | null;
  /** How many shards were merged into it; null for a run that asked for itself. */
  readonly merged: number | null;
  readonly fail_fast: boolean;
  readonly replay: boolean;
  readonly allow_underpowered: boolean;
  /** Whether the replies of models are recorded. */
  readonly record: boolean;
  /** What it may spend, in place of what eva.yml says of the same; null if the command line said nothing of it. */
  readonly budget: Budget | null;
}

/** A run that nothing special was asked of. */
export const ordinaryManner: RunManner = {
  stop_early: true,
  batch: false,
  shard: null,
  merged: null,
  fail_fast: false,
  replay: false,
  allow_underpowered: false,
  record: false,
  budget: null,
};

/** The number of a run among the attempts on its evidence. */
export interface PlannedAttempt {
  /** Its number, from 1; that of its source for a replay. Absent in plans of earlier versions. */
  readonly try?: number;
  /** Of a shard: how often it was collected by then, this time included. */
  readonly collected?: number;
  /** The shards that it is merged from, and the runs that collected them. */
  readonly shards?: MergedShards & { readonly runs: readonly string[] };
}

/** What a run will do: data, made without a call and without a cent. */
export interface RunPlan extends PlannedAttempt {
  readonly id: string;
  /** prompt.xml, unrendered. */
  readonly body: string;
  readonly cases: readonly Case[];
  readonly evidence: EvidenceDigests;
  /** True if `--case` narrowed the run. */
  readonly partial: boolean;
  /** Calls that will be made at most, if nothing is asked twice. */
  readonly calls: number;
  /** What can be said of each criterion beforehand, in the order of the cases. */
  readonly outlooks: readonly Outlook[];
  readonly manner: RunManner;
  /** Set if the levels of the cases are divided for this attempt. The evidence is still that of the files as they are written. */
  readonly tries?: 'corrected';
}

export interface CaseResult {
  readonly name: string;
  readonly kind: Subject['kind'];
  /** null if a trial is missing and those before it do not settle the case: nothing is known then. */
  readonly passed: boolean | null;
  readonly verdicts: readonly Verdict[];
  /** Trials that were asked for: the most that are spent. */
  readonly sample_size: number;
  /** After how many of them it was settled whether the case passes; null if all were needed. */
  readonly stopped_at: number | null;
  /** Those that the verdicts rest on, in order. */
  readonly trials: readonly Trial[];
  readonly scores: readonly Score[];
}

/** Hits on `should_match` and false alarms on `should_not_match`, each out of how many. */
export interface TriggeringCounts {
  readonly should_match: { readonly hits: number; readonly total: number };
  readonly should_not_match: { readonly false_alarms: number; readonly total: number };
}

/** Calls that ran out of time, and cases that let them be made again. */
export interface RunTimeouts {
  /** Trials that failed since a call ran out of time. */
  readonly failed_trials: number;
  /** Calls that were made again, and answered then. */
  readonly asked_again: number;
  /** Cases with statistical criteria in which slow answers are replaced: `timeouts: ask_again`. */
  readonly opted_out: number;
}

/** Everything that one evaluation of one prompt found out. Plain data: a stored run can be reported again without a call. */
export interface RunResult {
  readonly run_id: string;
  readonly id: string;
  readonly ts: string;
  /** `unfinished` if any trial is missing or the run was stopped. */
  readonly state: 'finished' | 'unfinished';
  readonly all_passed: boolean;
  readonly partial: boolean;
  /** The part of the trials that was collected, of a run that decides nothing by itself; null for a whole run. */
  readonly shard: Shard | null;
  readonly total: number;
  readonly passed: number;
  /** Every case that did not pass. */
  readonly failed_cases: readonly string[];
  /** Those among them of which no verdict is `failed`: their data settle nothing either way. */
  readonly inconclusive_cases: readonly string[];
  readonly missing_cases: readonly string[];
  readonly triggering: TriggeringCounts | null;
  readonly cases: readonly CaseResult[];
  readonly evidence: Evidence;
  readonly replies: Readonly<Record<ReplySource, number>>;
  /** The number of the attempt, and the shards, as in its plan. */
  readonly try?: number;
  readonly shards?: MergedShards;
  /** Where the replies came from. Absent in results of earlier versions. */
  readonly sources?: ReplySources;
  readonly usage: UsageTotal;
  readonly cost_usd: number | null;
  readonly duration_s: number;
  readonly eva_version: string;
  /** Absent where no call ran out of time and no case opted out. */
  readonly timeouts?: RunTimeouts;
}

/** The shards of one run, and which of them were collected more than once: any of those could have been chosen. */
export interface MergedShards {
  readonly of: number;
  /** How often shards were collected in all: `of` if each was once. */
  readonly collected: number;
  /** Those that were collected more than once, those most often first; at most `mostRepeated`. */
  readonly repeated: readonly { readonly index: number; readonly times: number }[];
}

export const mostRepeated = 20;

/** One line of `.eval.jsonl`: the card's five keys first, then ours. */
export interface RunRow {
  readonly ts: string;
  readonly all_passed: boolean;
  readonly total: number;
  readonly passed: number;
  readonly failed_cases: readonly string[];
  readonly id: string;
  readonly run_id: string;
  readonly row: 1;
  readonly partial: boolean;
  readonly evidence: Evidence;
  readonly verdicts: readonly RowVerdict[];
  readonly usage: UsageTotal;
  readonly cost_usd: number | null;
  readonly duration_s: number;
  readonly eva_version: string;
  /** Absent where no call ran out of time and no case opted out. */
  readonly timeouts?: RunTimeouts;
  /** The number of this attempt on its evidence, by which its levels were corrected if they are; that of its source for a replay. */
  readonly try?: number;
  /** Where the replies came from. */
  readonly sources?: ReplySources;
  /** The shards that it was merged from. */
  readonly shards?: MergedShards;
  /** How many entries were left out to keep the row small; the whole is in `result.json`. */
  readonly cut?: { readonly verdicts: number; readonly failed_cases: number };
}

/** In a row that would grow too long: what was decided, by what, at which level. */
export type RowVerdict =
  | ({ readonly case: string } & Verdict)
  | ({ readonly case: string } & Pick<Verdict, 'criterion' | 'outcome' | 'significance_level'>);

/** What a case came to; `unknown` while a trial is missing. */
export type CaseOutcome = Outcome | 'unknown';

/** A case that did not pass is inconclusive if it has verdicts and none is `failed`: its data settle nothing either way. */
export function outcomeOf({ passed, verdicts }: Pick<CaseResult, 'passed' | 'verdicts'>): CaseOutcome {
  if (passed === null) return 'unknown';
  if (passed) return 'passed';
  const isFailed = verdicts.length === 0 || verdicts.some((verdict) => verdict.outcome === 'failed');
  return isFailed ? 'failed' : 'inconclusive';
}
