import type { WritingStyle } from '../case/writing-style.js';
import type { JsonObject } from '../data/json.js';
import type { Origin } from '../dataset.js';
import type { SentMessage } from '../reply/message.js';
import type { Step, ToolCall } from '../reply/tools.js';

/** One user message and one response. */
export interface Turn {
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
export function knownLatency({ latency, details }: Pick<Turn, 'latency' | 'details'>): number | null {
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
  readonly turns: readonly Turn[];
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
