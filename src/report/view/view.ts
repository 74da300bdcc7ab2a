import type { Subject } from '#model/case.js';
import type { Place } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import type { ConversationFacts } from '#model/run/trial.js';
import type { Outcome, PeopleCounts } from '#model/run/verdict.js';
import type { DatasetView, ItemView } from './dataset-view.js';
import type { NamedText, Text } from './text.js';
import type { TurnView } from './turn-view.js';

export { type NamedText, type Text, text } from './text.js';
export type { CallView, MessageView, StepView, TurnView } from './turn-view.js';

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
  | 'replies_left_out'
  | 'timed_out_trials'
  | 'calls_made_again'
  | 'cases_asking_again'
  | 'labels_awaited'
  | 'ended_by'
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

export interface Claim {
  readonly outcome: Outcome;
  readonly criterion: string;
  /** The subject of the claim: a metric, a behaviour, or checks. */
  readonly about: Text;
  /** The claim in words: `at least 95% of trials pass`. */
  readonly claim: Text;
  /** The whole explanation in one sentence. */
  readonly reason: Text;
  /** The figures against the bar in one short sentence: `4 of 11 trials passed, at most 65% (95% sure); the bar is 80%`. */
  readonly sentence: Text;
  readonly found: Found;
  /** `down` if smaller values support the claim. A share always supports it by being larger. */
  readonly better: 'up' | 'down';
  /** The bar in words; null if nothing is compared. */
  readonly bar: Text | null;
  /** The bound of the true value, in words: `at most 65%`. */
  readonly bound: Text | null;
  /** How many trials would have a chance of 80 %, with the true value that this assumes. Absent without such advice. */
  readonly advice?: Text;
  readonly range: Range | null;
  /** null without a statistical test: every trial must pass. */
  readonly significance_level: number | null;
  readonly asked: number;
  readonly used: number;
  readonly failed: number;
  readonly ungraded: number;
  readonly needed_n: number | null;
  readonly p_value: number | null;
  readonly fail_p: number | null;
  /** Set for a claim that labels of people decide. */
  readonly people?: PeopleCounts;
}

export interface Found {
  /** The result in words: `38 of 40 trials passed`. */
  readonly words: Text;
  /** The number of trials that passed; absent if the claim is not about passes. */
  readonly k?: number;
  /** What `k` and `n` count: answers to one input, items of a data set, or answers to its items. */
  readonly unit: 'trial' | 'item' | 'answer';
  readonly n: number;
  /** The estimate, in the unit of the claim. */
  readonly estimate: number | null;
}

/** The range of the true share. `bar` and both bounds are from 0 to 1; an invalid bound is null. */
export interface Range {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly bar: number;
  /** False if no bound is valid, because of how the case ended: the line is then dotted and has no ends. */
  readonly holds: boolean;
}

/** The slices of one field as claims, the worst first: failed, inconclusive, passed, those that are only reported. */
export interface SliceField {
  readonly field: Text;
  /** null for slices that are only reported. */
  readonly must: 'pass' | 'not_fail' | null;
  /** The rule in words: `at least 85% of items are right`; null without one. */
  readonly claim: Text | null;
  readonly bar: Text | null;
  /** Whether the slices do what they must; null without a rule or before the case is settled. */
  readonly holds: boolean | null;
  /** What the marks say beside the figures: that they are corrected for the number of slices. null if they need no explanation. */
  readonly note: Text | null;
  readonly rows: readonly SliceClaim[];
}

/** The claim of one slice. Its outcome takes account of all slices of the field; null if it is only reported. */
export interface SliceClaim extends Pick<Claim, 'range' | 'bar' | 'bound' | 'sentence' | 'failed' | 'ungraded'> {
  readonly value: Text;
  readonly outcome: Outcome | null;
  /** Why the outcome differs from the range, or what it means: `too few to show`. null if figures and mark agree. */
  readonly remark: Text | null;
  readonly found: Found;
  readonly asked: number;
  readonly used: number;
  /** Set if the outcome allows for several slices. */
  readonly adjusted?: 'holm';
}

export type ReplyOutcome = 'passed' | 'failed' | 'ungraded' | 'missing';

/** Replies of a case with equal texts and outcomes. Trials are counted from 0. */
export interface Group {
  /** The digest of their texts. */
  readonly digest: string;
  readonly times: number;
  readonly trials: readonly number[];
  readonly styles_differ?: true;
  readonly example: Reply;
}

export interface Reply {
  readonly trial: number;
  /** null if the case has no data set. */
  readonly item: ItemView | null;
  readonly outcome: ReplyOutcome;
  /** True if its texts are only in `trials.jsonl`. */
  readonly is_cut: boolean;
  readonly turns: readonly TurnView[];
  /** The piece of the reply that checks and rubrics saw; absent if it is the whole reply. */
  readonly extracted?: Text;
  /** All graded parts. */
  readonly findings: readonly FindingView[];
  /** Why the response is not usable; null if it is usable. */
  readonly unusable: Text | null;
  /** Why the reply or its grading is missing. */
  readonly missing?: Text;
  readonly latency_s: number | null;
  readonly conversation: ConversationView | null;
}

export interface ConversationView {
  readonly ended: ConversationFacts['ended'];
  /** The user's writing style, one word or clause per axis. */
  readonly style: readonly Text[];
  readonly unanswered: Text | null;
}

/** Identifies a part of an expectation by data instead of a sentence. */
export interface Part {
  readonly kind: PartKind;
  readonly expectation: number;
  /** The index of the check in its expectation. */
  readonly check?: number;
  /** The index of the rubric in a list of several. */
  readonly rubric?: number;
}

/** `answer`: whether there is a usable response. `value`: a metric, or whether there is a value at all. */
export type PartKind = 'check' | 'rubric' | 'behavior' | 'trigger' | 'value' | 'answer';

export interface ScoreScale {
  readonly best: number;
  readonly needs: number;
}

export interface FindingView extends Part {
  readonly mark: 'passed' | 'failed' | 'ungraded';
  readonly about: Text;
  readonly reason: Text;
  /** The decisive part of the response of a turn. */
  readonly span?: ReplySpan;
  /** The decisive line, for a reply whose text is omitted. */
  readonly excerpt?: ExcerptView;
  readonly score?: number;
  readonly scale?: ScoreScale;
  readonly votes?: readonly (number | null)[];
  /** The reply of a judge without a readable verdict. */
  readonly judge_reply?: Text;
  /** The piece of the reply that the check saw, if the check names one of its own. */
  readonly extracted?: Text;
  /** The checks that an `at_least` counts. */
  readonly counted?: CountedView;
  /** The measured value in its unit; `turn` is counted from 0. */
  readonly value?: number;
  readonly unit?: Text;
  readonly turn?: number;
}

/** The checks that an `at_least` counts, and how many of them must hold. */
export interface CountedView {
  readonly least: number;
  readonly checks: readonly Pick<FindingView, 'mark' | 'about' | 'reason'>[];
}

/** A range in the response of a turn, in UTF-16 units, end excluded. */
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

/** A figure of a case as data. `sentence` says in words what it shows, for readers who do not see it. */
export type Figure = PathFigure | DotsFigure | BinsFigure | ConfusionFigure;

interface FigureFacts {
  readonly sentence: Text;
}

/** A point of a line: trials across, misses up. */
export type Point = readonly [across: number, up: number];

/**
 * The misses of one claim in trial order, with the boundaries of its test. A trial without a value is a miss, as it is for the test. Lines of
 * many trials are reduced to some hundred points.
 */
export interface PathFigure extends FigureFacts {
  readonly figure: 'path';
  /** The index of the claim in `CaseView.claims`. */
  readonly claim: number;
  readonly unit: 'trial' | 'item' | 'answer';
  /** The names of the axes: `misses`, `trials`. */
  readonly up: string;
  readonly across: string;
  /** The greatest number of trials. */
  readonly most: number;
  /** The misses after so many trials: the points where they grow, and the last trial. */
  readonly points: readonly Point[];
  /** The most misses with which the claim passes after so many trials. Absent if the test has no such line. */
  readonly pass?: readonly Point[];
  /** The fewest misses with which the case ends without a pass. Absent if it is a constant, or if the test has no such line. */
  readonly stop?: readonly Point[];
  /** The most misses that still allow a pass, for a test that ends with the next one. */
  readonly limit?: number;
}

/** One dot for each of at most 200 trials: the scores of a judge, latencies, or the values of a metric. */
export interface DotsFigure extends FigureFacts, Measured {
  readonly figure: 'dots';
  readonly values: readonly number[];
}

/** Counts of more trials than dots can show. Bin i holds values from `edges[i]` to below `edges[i + 1]`; the last one includes its end. */
export interface BinsFigure extends FigureFacts, Measured {
  readonly figure: 'bins';
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** The number of values that are missing or unknown. */
  readonly unknown: number;
}

interface Measured {
  /** The subject: `judge`, `latency`, the name of a metric. */
  readonly about: Text;
  /** `s`, `USD`, or empty. */
  readonly unit: Text;
  /** The bar for the value of one trial; null without one. */
  readonly threshold: number | null;
  /** `up` if greater values are better; null if no criterion is about the value. */
  readonly better: 'up' | 'down' | null;
  /** True if a value at the threshold is on its bad side. */
  readonly is_strict?: true;
  /** The least and the greatest value that is possible; absent without both. */
  readonly scale?: readonly [least: number, greatest: number];
}

/** Expected classes in rows, answered ones in columns; the last column counts answers that are no class. */
export interface ConfusionFigure extends FigureFacts {
  readonly figure: 'confusion';
  readonly expectation: number;
  readonly labels: readonly Text[];
  readonly counts: readonly (readonly number[])[];
  /** The most frequent wrong answer; null if all are right. */
  readonly worst: { readonly row: number; readonly column: number } | null;
}
