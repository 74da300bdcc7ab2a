import type { Subject } from '#model/case.js';
import type { Place } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import type { Outcome } from '#model/run/verdict.js';
import type { Claim } from './claims/claim-view.js';
import type { SliceField } from './claims/slice-view.js';
import type { DatasetView } from './dataset/dataset-view.js';
import type { Figure } from './figures/figure.js';
import type { Part, ScoreScale } from './replies/finding-view.js';
import type { Group, ReplyOutcome } from './replies/reply-view.js';
import type { NamedText, Text } from './text.js';

export type { Claim, Found, Range } from './claims/claim-view.js';
export type { SliceClaim, SliceField } from './claims/slice-view.js';
export type { BinsFigure, ConfusionFigure, DotsFigure, Figure, PathFigure, Point } from './figures/figure.js';
export type {
  CountedView,
  ExcerptView,
  FindingView,
  Part,
  PartKind,
  ReplySpan,
  ScoreScale,
} from './replies/finding-view.js';
export type { ConversationView, Group, Reply, ReplyOutcome } from './replies/reply-view.js';
export type { CallView, MessageView, StepView, TurnView } from './replies/turn-view.js';
export { type NamedText, type Text, text } from './text.js';

/** The version of the format of views. */
export const viewSchema = 'eva-view/1';

/** `unfinished`: replies are missing. `collected`: a complete shard, which has no verdict by itself. `shown`: a look, which nothing judges. */
export type ViewOutcome = Outcome | 'unfinished' | 'collected' | 'shown';

/**
 * Facts that a reader must know besides the outcome. `override`: another model or other cases than the files name. `waiting`: it passes if labels
 * of people say so. `stale`: the files have changed since. `forced`: `--allow-underpowered` ran a criterion that cannot pass.
 */
export type ViewFlag =
  | 'synthetic'
  | 'partial'
  | 'override'
  | 'look'
  | 'replayed'
  | 'unfinished'
  | 'waiting'
  | 'unrecorded'
  | 'merged_repeatedly'
  | 'stale'
  | 'forced';

/** One run of one prompt as data for reporters: without escaping, colours and line breaks. */
export interface View {
  readonly schema: typeof viewSchema;
  readonly kind: 'run';
  /** The id of the prompt. */
  readonly title: Text;
  readonly run_id: Text;
  /** When it began, ISO 8601; null if that is not known. */
  readonly started_at: string | null;
  readonly outcome: ViewOutcome;
  /** The verdict in a sentence: `2 of 8 cases failed and 1 is inconclusive.` */
  readonly sentence: Text;
  /** Why it did not pass: at most five reasons, the worst first. Empty if it passed. */
  readonly reasons: readonly Reason[];
  readonly flags: readonly ViewFlag[];
  readonly counts: Counts;
  readonly facts: readonly Fact[];
  /** Unfinished cases, failed ones by their gap to the bar, inconclusive ones, passed ones in the order of the file, looks. */
  readonly cases: readonly CaseView[];
  readonly triggering: TriggeringFacts | null;
  readonly shard: Shard | null;
  readonly exit_code: number;
  /** Commands that show more, or get the missing replies. */
  readonly next: readonly Next[];
}

/** One reason why a run did not pass. */
export interface Reason {
  readonly mark: 'failed' | 'inconclusive' | 'unfinished';
  readonly subject: Text;
  /** The slice of the case that did not pass; absent for the whole case. */
  readonly slice?: NamedText;
  /** Sentences: the figures against their bar, then the most frequent miss or what would help. */
  readonly text: readonly Text[];
  /** Where a page has the details: `#` and the key of the case. */
  readonly href: string;
}

/** Cases and queries by outcome. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly unfinished: number;
  readonly shown: number;
}

/** A command to type. `failing`, `case` and `all` show replies, and `replies` counts them. `keeps_replies`: the run has replies. */
export interface Next {
  readonly name: 'failing' | 'case' | 'all' | 'resume' | 'merge' | 'label';
  readonly command: Text;
  readonly replies?: number;
  readonly needs?: ContinuationNeed;
  readonly keeps_replies?: boolean;
}

/** What a run needs to get its missing replies. `recordings`: it is a replay, which makes no calls. `nothing`: a resume is enough. */
export type ContinuationNeed = 'recordings' | 'budget' | 'nothing';

export type FactName =
  | 'model'
  | 'variant'
  | 'trials'
  | 'trials_saved'
  | 'cost'
  | 'built_in_prices'
  | 'duration'
  | 'input_tokens'
  | 'output_tokens'
  | 'unmetered_replies'
  | 'replies_model'
  | 'replies_recorded'
  | 'replies_synthetic'
  | 'replies_application'
  | 'source_runs'
  | 'not_ready'
  | 'further_collections'
  | 'timed_out_trials'
  | 'calls_made_again'
  | 'cases_asking_again'
  | 'labels_awaited'
  | 'row'
  | 'judge'
  | 'data_set'
  | 'attempt'
  | 'oldest_reply'
  | 'evidence'
  | 'prompt_digest'
  | 'eva_version';

/** One number or name of a run. Unknown numbers are absent. `evidence` is `fresh` or `stale`, and absent if the files were not compared. */
export interface Fact {
  readonly name: FactName;
  readonly value: number | Text;
  readonly unit?: 'USD' | 's';
}

/** The counts of `should_match` and `should_not_match`. */
export interface TriggeringFacts {
  readonly should_match: QueryCounts;
  readonly should_not_match: QueryCounts;
}

/** `said_yes`: true positives of `should_match`, false positives of `should_not_match`. */
export interface QueryCounts {
  readonly said_yes: number;
  readonly total: number;
  readonly unfinished: number;
}

export interface CaseView {
  /** The case in URLs: letters and digits, always the same for one name. */
  readonly key: string;
  readonly name: Text;
  readonly kind: Subject['kind'];
  readonly outcome: ViewOutcome;
  readonly at: Place | null;
  /** True if the case is in the folder of another prompt, whose cases this one has. */
  readonly is_of_other?: true;
  /** The inputs of all trials of the case. */
  readonly inputs: readonly NamedText[];
  /** Claims that did not pass come first. */
  readonly claims: readonly Claim[];
  /** Why it did not pass, the worst reason first. Empty if it passed. */
  readonly reasons: readonly Reason[];
  readonly trials: TrialCounts;
  /** The number of trials after which the case was settled; null if it needed all of them. */
  readonly stopped_at: number | null;
  /** The outcome of each trial, in order. */
  readonly marks: readonly ReplyOutcome[];
  /** The misses, the most frequent first. */
  readonly misses: readonly Miss[];
  /** Groups of replies with equal texts and outcomes: those that miss a claim first, then the most frequent. */
  readonly groups: readonly Group[];
  /** Why replies are missing. */
  readonly missing: readonly MissingReplies[];
  /** null if the case asks one input again and again. */
  readonly dataset: DatasetView | null;
  /** The slices of its data set as claims, a list for each field. Empty without any. */
  readonly slices: readonly SliceField[];
  /** Figures of its claims, its classes, and the values of its trials. */
  readonly figures: readonly Figure[];
}

export interface TrialCounts {
  /** The maximum number of trials. */
  readonly asked: number;
  /** The number of trials with a result. */
  readonly total: number;
  /** The number of trials that miss a claim, including those without a usable response. */
  readonly failed: number;
  readonly unusable: number;
  readonly ungraded: number;
  readonly missing: number;
  /** The number of conversations in which the user gave up. */
  readonly gave_up: number;
  /** The number of trials that did not pass and whose texts are only in `trials.jsonl`. */
  readonly without_texts: number;
}

/** A part of an expectation that trials of a case missed. */
export interface Miss extends Part {
  readonly about: Text;
  readonly mark: 'failed' | 'ungraded';
  readonly times: number;
  /** The reason, if it is the same in all of these trials. */
  readonly reason: Text | null;
  /** The lowest and the highest score of a judge; null without one. */
  readonly scores: readonly [number, number] | null;
  /** The best score of the scale, and the lowest one that passes. */
  readonly scale: ScoreScale | null;
}

export interface MissingReplies {
  readonly reason: Text;
  /** Set if the model replied: who gave no answer when its reply was graded. Absent if the reply itself is missing. */
  readonly ungraded_by?: 'judge' | 'embedding_model' | 'check';
  /** Counted from 0. */
  readonly trials: readonly number[];
}
