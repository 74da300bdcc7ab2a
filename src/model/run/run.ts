import type { Case, Subject } from '../case.js';
import type { Budget } from '../config.js';
import type { DatasetClaim } from '../dataset.js';
import type { CompareFacts } from '../pairs/compare-rule.js';
import type { CaseLabels } from '../people/label.js';
import type { Body } from '../prompt.js';
import type { ReplySource } from '../reply/exchange.js';
import type { PaidCost, UsageTotal } from '../reply/price.js';
import type { ReplySources } from '../reply/reply-sources.js';
import type { Outlook, SliceOutlook } from './outlook.js';
import type { ItemChoice } from './sample.js';
import type { Score, Trial } from './trial.js';
import type { DatasetFindings, Outcome, Verdict } from './verdict.js';

/** The digests (sha256) of the files that a run evaluated. */
export interface EvidenceDigests {
  readonly prompt: string;
  readonly cases: string;
  readonly judge: string;
  readonly models: string;
}

export function isSameEvidence(a: EvidenceDigests, b: EvidenceDigests): boolean {
  return a.prompt === b.prompt && a.cases === b.cases && a.judge === b.judge && a.models === b.models;
}

export interface Evidence extends EvidenceDigests {
  /** True if a person wrote at least one reply by hand. */
  readonly synthetic: boolean;
  /** The time of the oldest reply, ISO 8601; null without replies. */
  readonly oldest_reply: string | null;
}

/** One of `of` machines that share the calls of a command: `index` from 1 to `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** What a shard asks of one run. */
export interface RunShare {
  /** The digest of the command that was dealt: its files, its flags, and the number of shards. */
  readonly command: string;
  /** The names of the cases that this shard alone asks. */
  readonly whole: readonly string[];
  /**
   * The split cases of which it asks units: unit u below `full` if u mod `of` is its number less one, and those in `left`.
   */
  readonly split: readonly { readonly case: string; readonly full: number; readonly left: readonly number[] }[];
}

/** The settings of a run from the command line. A resumed run keeps them. They are not part of the evidence. */
export interface RunSettings {
  /** True if a case may stop before all its trials are done. False for batches. */
  readonly stop_early: boolean;
  /** The names of the cases whose units several shards ask. They do not stop early. Absent without any. */
  readonly split?: readonly string[];
  /** True if eva sends calls in batches where their providers allow it. */
  readonly batch: boolean;
  /** The shard to collect; null for the whole run. */
  readonly shard: Shard | null;
  /** The number of shards that run at a time, by which the rates of providers are divided; absent if all do. */
  readonly at_once?: number;
  /** What the shard asks; absent without a shard. */
  readonly share?: RunShare;
  /** The number of shards that were merged into it; null if it made its own calls. */
  readonly merged: number | null;
  /** True to skip the judge if a check has failed. `run`: the run also ends with its first case that cannot pass any more. */
  readonly fail_fast: boolean | 'run';
  readonly replay: boolean;
  readonly allow_underpowered: boolean;
  /** True if eva records the replies of models. */
  readonly record: boolean;
  /** Limits from the command line, which override those of eva.yml; null if there are none. */
  readonly budget: Budget | null;
  /** True if the command line asks to show replies without judging them. Absent otherwise. */
  readonly look?: true;
}

/** The settings of a run without flags. */
export const defaultRunSettings: RunSettings = {
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

/** The attempt number of a run. */
export interface PlannedAttempt {
  /** The number among the attempts on the same evidence, from 1. A replay has the number of its source. Absent in older plans. */
  readonly try?: number;
  /** The shards that it was merged from, and the runs that collected them. */
  readonly shards?: Omit<MergedShards, 'left_out'> & {
    readonly runs: readonly string[];
    readonly redrawn: readonly string[];
  };
}

/** The plan of a run: data, made without a call. */
export interface RunPlan extends PlannedAttempt {
  readonly id: string;
  /** The prompt's body, unrendered. */
  readonly body: Body;
  /** The name of the body's file; absent for prompt.xml. */
  readonly body_file?: string;
  readonly cases: readonly Case[];
  readonly evidence: EvidenceDigests;
  /** True if `--case` selects some of the cases, or if items are chosen. */
  readonly partial: boolean;
  /** The chosen items. The evidence is still that of the files. Absent unless the command line chooses items. */
  readonly item_choice?: ItemChoice;
  /** The maximum number of calls without retries. */
  readonly calls: number;
  /** The forecast of each criterion, in the order of the cases. */
  readonly outlooks: readonly Outlook[];
  /** The forecasts of slices with a claim; absent without any. */
  readonly slice_outlooks?: readonly SliceOutlook[];
  readonly manner: RunSettings;
  /** Set if the significance levels are corrected for this attempt. The evidence is still that of the files. */
  readonly tries?: 'corrected';
  /** Absent for a prompt without variants whose run is not of a group. */
  readonly variant?: VariantFacts;
  /** The side of a comparison that the run answers for; absent for a run of its own. */
  readonly compare?: CompareFacts;
}

/** The variant that a run evaluates, and its group: the runs of one command. */
export interface VariantFacts {
  /** The name of the variant, or the model from the command line; absent without either. */
  readonly variant?: string;
  /** The id of the group; absent if the command makes one run. */
  readonly group?: string;
  /** True if the command line replaces the model or the cases, so that the evidence is not that of the files. */
  readonly override?: true;
  /** The prompt whose cases the command line chose; absent without `--cases-of`. */
  readonly cases_of?: string;
}

export interface CaseResult {
  readonly name: string;
  readonly kind: Subject['kind'];
  /** True for a case that is shown and not judged. Absent otherwise. */
  readonly look?: true;
  /** null for a look, and if trials are missing and the others do not settle the case. */
  readonly passed: boolean | null;
  readonly verdicts: readonly Verdict[];
  /** The maximum number of trials. */
  readonly sample_size: number;
  /** The number of trials after which the case was settled, or the run ended; null if it needed all of them. */
  readonly stopped_at: number | null;
  /** The name of the case with which the run ended before this one was settled. Absent unless the run ends so (`--fail-fast=run`). */
  readonly ended_by?: string;
  /** The number of trials that eva requested, if it is greater than `stopped_at`: concurrent trials are under way when a case is settled. */
  readonly requested?: number;
  /** The trials that the verdicts are computed from, in order. */
  readonly trials: readonly Trial[];
  readonly scores: readonly Score[];
  /** For cases on a data set only. */
  readonly dataset?: DatasetFindings;
  /** The labels of its criteria with `by: people`. Absent without such criteria, and if the case did not wait for them. */
  readonly labels?: CaseLabels;
}

/** The data set of a case in a result and in its row: counts and the digest of its items, no texts. */
export interface DatasetFacts {
  readonly case: string;
  /** The number of kept items, and of those that the verdicts use. */
  readonly items: number;
  readonly asked: number;
  /** The digest of the ids and used values of all kept items. */
  readonly digest: string;
  readonly claim: DatasetClaim;
}

/** True positives on `should_match` and false positives on `should_not_match`, each with the number of queries. */
export interface TriggeringCounts {
  readonly should_match: { readonly hits: number; readonly total: number };
  readonly should_not_match: { readonly false_alarms: number; readonly total: number };
}

export interface RunTimeouts {
  /** Trials that failed because a call timed out. */
  readonly failed_trials: number;
  /** Calls that were retried after a timeout and then answered. */
  readonly asked_again: number;
  /** Cases with statistical criteria and `timeouts: ask_again`, which biases their data. */
  readonly opted_out: number;
}

/** The result of one run of one prompt, as plain data: a stored run can be reported again without a call. */
export interface RunResult extends VariantFacts, PaidCost {
  readonly run_id: string;
  readonly id: string;
  readonly ts: string;
  /** `unfinished` if a trial is missing or the run was stopped. */
  readonly state: 'finished' | 'unfinished';
  readonly all_passed: boolean;
  readonly partial: boolean;
  /** The shard that was collected; such a run has no verdicts. null for a whole run. */
  readonly shard: Shard | null;
  readonly total: number;
  readonly passed: number;
  /** The number of labels of people that it waits for: all else passed, and it has no row before. Absent otherwise. */
  readonly waits_for?: number;
  /** The names of the cases that did not pass. */
  readonly failed_cases: readonly string[];
  /** The cases of `failed_cases` without a failed verdict: their data show neither a pass nor a failure. */
  readonly inconclusive_cases: readonly string[];
  readonly missing_cases: readonly string[];
  /** The case with which the run ended while others were open, which are inconclusive. Absent if every case was settled. */
  readonly ended_by?: string;
  readonly triggering: TriggeringCounts | null;
  /** The number of cases that were shown and not judged. They are not in `total`. Absent without any. */
  readonly looked?: number;
  readonly cases: readonly CaseResult[];
  /** The data sets of its cases. Absent without any. */
  readonly datasets?: readonly DatasetFacts[];
  readonly evidence: Evidence;
  readonly replies: Readonly<Record<ReplySource, number>>;
  /** The attempt number and the shards, as in its plan. */
  readonly try?: number;
  readonly shards?: MergedShards;
  /** The sources of the replies. */
  readonly sources: ReplySources;
  readonly usage: UsageTotal;
  readonly duration_s: number;
  readonly eva_version: string;
  /** Absent if no call timed out and no case replaces slow answers. */
  readonly timeouts?: RunTimeouts;
  /** The side of a comparison that the run answered for, which judges nothing by itself; absent for a run of its own. */
  readonly compare?: CompareFacts;
}

/** The shards of one run. A trial counts in the earliest process that has it whole. */
export interface MergedShards {
  readonly of: number;
  /** The number of processes that collected them: more than `of` if one was started again, fewer if a shard had nothing to ask of the run. */
  readonly processes: number;
  /** The shards that had several processes, the most first; at most `maxRepeatedShards`. */
  readonly repeated: readonly { readonly index: number; readonly times: number }[];
  readonly left_out: LeftOut;
}

/** The replies that no counted trial used: those of trials that an earlier process has, or that broke off. */
export interface LeftOut {
  readonly replies: number;
  /** Dollars, which are part of the cost of the run; null if a price or a token count is unknown. */
  readonly cost_usd: number | null;
}

export const maxRepeatedShards = 20;

/** One line of `.eval.jsonl`. The five keys of eva's original card come first. */
export interface RunRow extends VariantFacts, PaidCost {
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
  readonly duration_s: number;
  readonly eva_version: string;
  /** Absent if no call timed out and no case replaces slow answers. */
  readonly timeouts?: RunTimeouts;
  /** The number of this attempt on its evidence. A replay has the number of its source. Corrected significance levels depend on it. */
  readonly try?: number;
  /** The sources of the replies. */
  readonly sources: ReplySources;
  /** The shards that it was merged from. */
  readonly shards?: MergedShards;
  /** The data sets of its cases. Absent without any. */
  readonly datasets?: readonly DatasetFacts[];
  /** The number of cases that were shown and not judged. Absent without any. */
  readonly looked?: number;
  /** The case with which the run ended while others were open. Absent if every case was settled. */
  readonly ended_by?: string;
  /** The numbers of entries that were omitted to keep the row small. `result.json` has all of them. */
  readonly cut?: { readonly verdicts: number; readonly failed_cases: number; readonly datasets?: number };
}

/** A verdict in a row. If the row would be too long, only its criterion, outcome and level. */
export type RowVerdict =
  | ({ readonly case: string } & Verdict)
  | ({ readonly case: string } & Pick<Verdict, 'criterion' | 'outcome' | 'significance_level'>);

/** The outcome of a case; `unknown` if a trial is missing, `shown` for a look. */
export type CaseOutcome = Outcome | 'unknown' | 'shown';

/**
 * Returns the outcome of a case. It is inconclusive if it did not pass, has verdicts, and neither a verdict nor a slice that must not fail
 * is `failed`.
 */
export function outcomeOf({
  passed,
  verdicts,
  dataset,
  look,
}: Pick<CaseResult, 'passed' | 'verdicts' | 'dataset' | 'look'>): CaseOutcome {
  if (look) return 'shown';
  if (passed === null) return 'unknown';
  if (passed) return 'passed';
  const hasFailed = verdicts.some((verdict) => verdict.outcome === 'failed');
  const hasFailedSlice = (dataset?.slices ?? []).some(
    ({ must, rows }) => must !== null && rows.some(({ outcome }) => outcome === 'failed'),
  );
  return verdicts.length === 0 || hasFailed || hasFailedSlice ? 'failed' : 'inconclusive';
}

/** Returns true if all cases of a run were only shown, so that it has no verdict and no row. */
export function isOnlyLook({ total, looked = 0 }: Pick<RunResult, 'total' | 'looked'>): boolean {
  return total === 0 && looked > 0;
}
