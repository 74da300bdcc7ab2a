import { groupBy } from '../data/collections.js';
import type { JsonObject } from '../data/json.js';
import type { ClassAnswer, Origin } from '../dataset.js';
import type { SentMessage, Step, ToolCall } from '../reply/exchange.js';
import type { WritingStyle } from '../settings.js';

/** One user message and one response. */
export interface TrialTurn {
  readonly user_message: string;
  readonly app_response: string;
  /** Seconds; null for a reply from a batch, which has no latency. */
  readonly latency: number | null;
  readonly details: JsonObject;
  /** The number of attempts that failed before the response came. Absent without any. */
  readonly retries?: number;
  /** Why the last of them failed. Untrusted text. Beside `retries`. */
  readonly last_failure?: string;
  /** The messages as sent, with the system prompt. Absent if there is one text from the user alone, and in conversations. */
  readonly messages?: readonly SentMessage[];
  /** The calls of tools. Absent if they are unknown; `[]` means no calls. */
  readonly tool_calls?: readonly ToolCall[];
  /** The steps of an application. Absent if they are unknown. */
  readonly steps?: readonly Step[];
}

/** Returns the latency of a turn in seconds; null if it is unknown: the reply came from a batch, or a person wrote it by hand. */
export function knownLatency({ latency, details }: Pick<TrialTurn, 'latency' | 'details'>): number | null {
  return latency === 0 && details['source'] === 'synthetic' ? null : latency;
}

/**
 * One execution of a case. `failed`: the response is refused, truncated, empty or an application's error. `missing`: there is no response,
 * so the run is unfinished.
 */
export type Trial = TrialFacts & TrialOutcome;

interface TrialFacts {
  readonly case: string;
  /** Counted from 0. */
  readonly index: number;
  readonly turns: readonly TrialTurn[];
  readonly started_at: string;
  readonly duration_s: number;
  /** True if the texts of its turns and findings were omitted because the run has many. `trials.jsonl` has them. */
  readonly cut?: true;
  /** For cases on a data set only. */
  readonly origin?: Origin;
  /** For conversations only. */
  readonly conversation?: ConversationFacts;
}

/** The style of the simulated user, and why the conversation ended. */
export interface ConversationFacts {
  readonly style: WritingStyle | null;
  /** `goal_met` and `gave_up` come from the simulated user; `broken_off` if the trial failed or is missing. */
  readonly ended: 'goal_met' | 'gave_up' | 'max_turns' | 'broken_off';
  /** The user's last message, if it has no valid response. */
  readonly unanswered?: string;
}

/** Returns why a conversation reports less than it did: its last turn was broken off. Null for any other trial. */
export function brokenTurn({ turns, conversation }: Pick<Trial, 'turns' | 'conversation'>): string | null {
  if (conversation?.unanswered === undefined) return null;
  return `turn ${turns.length + 1} was broken off and reported nothing`;
}

export type TrialOutcome = { readonly outcome: 'finished' } | FailedOutcome | MissingOutcome;

interface FailedOutcome {
  readonly outcome: 'failed';
  /** A sentence. */
  readonly reason: string;
  /** Set if a call of the trial timed out. */
  readonly timed_out?: true;
}

interface MissingOutcome {
  readonly outcome: 'missing';
  /** A sentence. */
  readonly reason: string;
  readonly why?: WhyMissing;
}

/**
 * Why a reply is missing. `given_up`: all attempts failed; a resumed run tries again. The others are final in their run: no recording and
 * no model call allowed, the budget is spent, the provider was given up, or the batch cannot be read.
 */
export type WhyMissing = 'given_up' | 'no_recording' | 'budget' | 'provider_given_up' | 'batch_unread';

/** Something outside of eva that trials use, and that can be broken as a whole. */
export interface Dependency {
  readonly what: 'application' | 'function' | 'judge' | 'module' | 'simulated user';
  readonly name: string;
  /** The line that tries it alone; null if there is none, as for a model. */
  readonly tryIt: string | null;
}

/** Called after each use of a dependency: `broke` is its error; null if it worked. */
export type OnUse = (dependency: Dependency, broke: string | null) => void;

/** The line of a response that decided a check, and the marked columns (from 0, end excluded). */
export interface Excerpt {
  readonly text: string;
  /** The number of the line in the response, from 1. */
  readonly line: number;
  readonly mark?: { readonly start: number; readonly end: number };
}

/** The result of one part of an expectation (a check, the rubric) in one trial. `holds: null` means ungraded; `reason` says why. */
export interface Finding {
  /** Its key and value in the file: `contains: "<diff>"`, `rubric`. */
  readonly about: string;
  readonly holds: boolean | null;
  readonly reason: string;
  readonly excerpt?: Excerpt;
  /** The judge's score; the median of several votes. */
  readonly score?: number;
  readonly votes?: readonly (number | null)[];
  /** The beginning and the end of a judge's reply without a readable verdict. Untrusted text. */
  readonly judge_reply?: string;
  /** The beginning of the piece of the reply that the check saw, if the check names one of its own and it is not the whole reply. */
  readonly extracted?: string;
  /** The checks that an `at_least` counts. Absent for other checks. */
  readonly counted?: CountedChecks;
}

/** The checks that an `at_least` counts, and how many of them must hold. */
export interface CountedChecks {
  readonly least: number;
  readonly checks: readonly Pick<Finding, 'about' | 'holds' | 'reason'>[];
}

/**
 * A trial's value under one expectation, or the reason why it has none. `failed`: its response is refused, truncated or empty.
 * `ungraded`: its value could not be determined. Neither counts as 0, which can be the best value.
 */
export type Valued =
  | { readonly value: number }
  | { readonly value: null; readonly why: 'failed' | 'ungraded'; readonly reason: string };

/** A value with its trial: turns of one trial are not independent. */
export type Score = ScoreFacts & Valued;

interface ScoreFacts {
  /** The index of the expectation in its case, from 0. */
  readonly expectation: number;
  readonly trial: number;
  /** The turn, from 0, for per-turn metrics. */
  readonly turn?: number;
  /** For expectations about classes, also if the trial has no value. */
  readonly classes?: ClassAnswer;
  /** The beginning of the piece of the reply that checks and rubrics saw, if it is not the whole reply. */
  readonly extracted?: string;
  readonly findings: readonly Finding[];
}

/** The scores of each trial, in order; undefined for a trial without scores. */
export type ScoresByTrial = Pick<ReadonlyMap<number, readonly Score[]>, 'get'>;

/** Groups scores by trial. Builds nothing if they are in the order of trials, since there can be many. */
export function scoresByTrial(scores: readonly Score[]): ScoresByTrial {
  const isInOrder = scores.every(({ trial }, at) => trial >= (scores[at - 1]?.trial ?? 0));
  if (!isInOrder) return groupBy(scores, ({ trial }) => trial);
  return {
    get: (trial) => {
      const own = scores.slice(firstFrom(scores, trial), firstFrom(scores, trial + 1));
      return own.length > 0 ? own : undefined;
    },
  };
}

/** Returns the index of the first score of this trial or a later one. */
function firstFrom(scores: readonly Score[], trial: number): number {
  let [low, high] = [0, scores.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((scores[middle]?.trial ?? 0) < trial) low = middle + 1;
    else high = middle;
  }
  return low;
}
