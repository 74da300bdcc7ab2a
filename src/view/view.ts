import type { Subject } from '#model/case.js';
import type { Place } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import type { ConversationFacts } from '#model/run/trial.js';
import type { Outcome } from '#model/run/verdict.js';

/** The version of these shapes. */
export const viewSchema = 'eva-view/1';

/** Text from outside eva, as it came. A reporter must make it visible and escape it before it prints it. */
export interface Text {
  readonly raw: string;
}

/** Marks a text as one from outside. */
export function text(raw: string): Text {
  return { raw };
}

/** `unfinished`: replies are missing. `collected`: all trials of a shard are there, which decides nothing by itself. */
export type ViewOutcome = Outcome | 'unfinished' | 'collected';

/** What a reader must know beside the outcome. */
export type ViewFlag = 'synthetic' | 'partial' | 'replayed' | 'unfinished' | 'unrecorded' | 'merged_repeatedly';

/** One run of one prompt, ready to be shown: no escaping, no colour, no width. */
export interface View {
  readonly schema: typeof viewSchema;
  readonly kind: 'run';
  /** The prompt. */
  readonly title: Text;
  readonly run_id: Text;
  readonly outcome: ViewOutcome;
  readonly flags: readonly ViewFlag[];
  readonly counts: Counts;
  readonly facts: readonly Fact[];
  /** Unfinished cases, failed ones by their gap to the bar, inconclusive ones, passed ones in the order of the file. */
  readonly cases: readonly CaseView[];
  readonly triggering: TriggeringFacts | null;
  readonly shard: Shard | null;
  readonly exit_code: number;
  /** Commands that show more, or bring the missing replies. */
  readonly next: readonly Next[];
}

/** Cases and queries by outcome. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly unfinished: number;
}

/** A command to type. `failing`, `case` and `all` show replies; `replies` counts them. `merge` joins the shards. `needs` is what a resume needs, and `keeps_replies` is true if the run has replies. */
export interface Next {
  readonly name: 'failing' | 'case' | 'all' | 'resume' | 'merge';
  readonly command: Text;
  readonly replies?: number;
  readonly needs?: ContinuationNeed;
  readonly keeps_replies?: boolean;
}

/** What a run needs to get its missing replies. `recordings`: a replay, which makes no calls. `nothing`: only another attempt. */
export type ContinuationNeed = 'recordings' | 'key' | 'budget' | 'nothing';

export type FactName =
  | 'model'
  | 'trials'
  | 'trials_saved'
  | 'cost'
  | 'duration'
  | 'input_tokens'
  | 'output_tokens'
  | 'unmetered_replies'
  | 'replies_model'
  | 'replies_recorded'
  | 'replies_synthetic'
  | 'replies_application'
  | 'source_runs'
  | 'further_collections'
  | 'timed_out_trials'
  | 'calls_made_again'
  | 'cases_asking_again'
  | 'row';

/** One number or name of a run. A number that is not known is absent. */
export interface Fact {
  readonly name: FactName;
  readonly value: number | Text;
  readonly unit?: 'USD' | 's';
}

/** Queries by list. */
export interface TriggeringFacts {
  readonly should_match: QueryCounts;
  readonly should_not_match: QueryCounts;
}

/** `said_yes`: hits of `should_match`, false alarms of `should_not_match`. */
export interface QueryCounts {
  readonly said_yes: number;
  readonly total: number;
  readonly unfinished: number;
}

export interface CaseView {
  /** Names the case in addresses: letters and digits that never change for the same name. */
  readonly key: string;
  readonly name: Text;
  readonly kind: Subject['kind'];
  readonly outcome: ViewOutcome;
  readonly at: Place | null;
  /** What every trial of the case is given. */
  readonly inputs: readonly NamedText[];
  /** Those that did not pass come first. */
  readonly claims: readonly Claim[];
  readonly trials: TrialCounts;
  /** After how many trials it was settled; null if all were needed. */
  readonly stopped_at: number | null;
  /** The outcome of each trial, in order. */
  readonly marks: readonly ReplyOutcome[];
  /** What was missed, the most frequent first. */
  readonly misses: readonly Miss[];
  /** Replies with equal texts and outcomes: those that miss a claim first, the most frequent first. */
  readonly groups: readonly Group[];
  /** Why replies are missing. */
  readonly missing: readonly MissingReplies[];
}

export interface NamedText {
  readonly name: Text;
  readonly value: Text;
}

export interface TrialCounts {
  /** The most that were to be asked for. */
  readonly asked: number;
  /** Those that are there. */
  readonly total: number;
  /** Those that miss a claim; those without a usable answer are among them. */
  readonly failed: number;
  readonly unusable: number;
  readonly ungraded: number;
  readonly missing: number;
  /** Conversations that the user gave up. */
  readonly gave_up: number;
  /** Those that did not pass and whose texts are in `trials.jsonl` alone. */
  readonly without_texts: number;
}

export interface Claim {
  readonly outcome: Outcome;
  readonly criterion: string;
  /** What it is a claim about: a metric, a behaviour, or checks. */
  readonly about: Text;
  /** In words: `at least 95% of trials pass`. */
  readonly claim: Text;
  /** The whole explanation in one sentence. */
  readonly reason: Text;
  readonly found: Found;
  /** The bar in words; null if nothing is compared. */
  readonly bar: Text | null;
  /** What is known of the truth, in words: `at most 65%`. */
  readonly bound: Text | null;
  readonly range: Range | null;
  /** null if no test decides: then every trial must pass. */
  readonly significance_level: number | null;
  readonly asked: number;
  readonly used: number;
  readonly failed: number;
  readonly ungraded: number;
  readonly needed_n: number | null;
  readonly p_value: number | null;
  readonly fail_p: number | null;
}

export interface Found {
  /** In words: `38 of 40 trials passed`. */
  readonly words: Text;
  /** Trials that passed; absent if a claim is not about passing. */
  readonly k?: number;
  readonly n: number;
  /** In the unit of the claim. */
  readonly estimate: number | null;
}

/** Where the true share can be. `bar` and both bounds are from 0 to 1; a bound that is not valid is null. */
export interface Range {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly bar: number;
}

/** A part of what is expected that trials of a case missed. */
export interface Miss extends Part {
  readonly about: Text;
  readonly mark: 'failed' | 'ungraded';
  readonly times: number;
  /** Set if it is the same in all of them. */
  readonly reason: Text | null;
  /** The lowest and the highest score of a judge; null without one. */
  readonly scores: readonly [number, number] | null;
  /** The best score of the scale, and the least that passes. */
  readonly scale: ScoreScale | null;
}

/** Names a part of what is expected: data, in the place of a sentence. */
export interface Part {
  readonly kind: PartKind;
  readonly expectation: number;
  /** Index of the check in its expectation. */
  readonly check?: number;
}

/** `answer`: whether there was one that counts. `value`: a metric, or whether there is a value at all. */
export type PartKind = 'check' | 'rubric' | 'behavior' | 'trigger' | 'value' | 'answer';

export interface ScoreScale {
  readonly best: number;
  readonly needs: number;
}

export interface MissingReplies {
  readonly reason: Text;
  /** Counted from 0. */
  readonly trials: readonly number[];
}

export type ReplyOutcome = 'passed' | 'failed' | 'ungraded' | 'missing';

/** Replies of a case that say the same and came to the same. */
export interface Group {
  /** Of their texts. */
  readonly digest: string;
  readonly times: number;
  /** Counted from 0. */
  readonly trials: readonly number[];
  readonly example: Reply;
}

export interface Reply {
  readonly trial: number;
  readonly outcome: ReplyOutcome;
  /** True if its texts are in `trials.jsonl` alone. */
  readonly is_cut: boolean;
  readonly turns: readonly TurnView[];
  /** Every part that was graded. */
  readonly findings: readonly FindingView[];
  /** Why the answer cannot count; null if it can. */
  readonly unusable: Text | null;
  readonly latency_s: number | null;
  readonly conversation: ConversationView | null;
}

export interface TurnView {
  readonly message: Text;
  readonly response: Text;
}

export interface ConversationView {
  readonly ended: ConversationFacts['ended'];
  /** How the user writes, one word or clause for each axis of style. */
  readonly style: readonly Text[];
  readonly unanswered: Text | null;
}

export interface FindingView extends Part {
  readonly mark: 'passed' | 'failed' | 'ungraded';
  readonly about: Text;
  readonly reason: Text;
  /** What decided, in the response of a turn. */
  readonly span?: ReplySpan;
  /** The line that decided, for a reply whose text is not here. */
  readonly excerpt?: ExcerptView;
  readonly score?: number;
  readonly scale?: ScoreScale;
  readonly votes?: readonly (number | null)[];
  /** What a judge wrote where no verdict could be read. */
  readonly judge_reply?: Text;
  /** What was measured, in its unit; `turn` counted from 0. */
  readonly value?: number;
  readonly unit?: Text;
  readonly turn?: number;
}

/** UTF-16 offsets in the response of a turn, end excluded. */
export interface ReplySpan {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
}

/** One line of the responses, counted from 1, with offsets in it. */
export interface ExcerptView {
  readonly line: number;
  readonly text: Text;
  readonly mark?: { readonly start: number; readonly end: number };
}
