import type { JsonObject } from '../data/json.js';
import type { WritingStyle } from '../writing-style.js';

/** One user message and one response. */
export interface Turn {
  readonly user_message: string;
  readonly app_response: string;
  /** Seconds; null where the reply came out of a batch, which reports none. */
  readonly latency: number | null;
  readonly details: JsonObject;
}

/**
 * One execution of a case. `failed`: there was an answer that cannot count (refused, cut, empty, an application's error).
 * `missing`: there was no answer to be had, so the run is unfinished.
 */
export type Trial = TrialFacts & TrialOutcome;

export interface TrialFacts {
  readonly case: string;
  /** Counted from 0. */
  readonly index: number;
  readonly turns: readonly Turn[];
  readonly started_at: string;
  readonly duration_s: number;
  /** True where the texts of its turns and findings were left out, since the run has so many: they are in `trials.jsonl`. */
  readonly cut?: true;
  /** Of a conversation. */
  readonly conversation?: ConversationFacts;
}

/** How the user of a conversation wrote, and why it ended. */
export interface ConversationFacts {
  readonly style: WritingStyle | null;
  /** `goal_met` and `gave_up` are the user's own words for it; `broken_off` where the trial failed or is missing. */
  readonly ended: 'goal_met' | 'gave_up' | 'max_turns' | 'broken_off';
  /** The user's last message, where no response to it counts. */
  readonly unanswered?: string;
}

export type TrialOutcome = { readonly outcome: 'finished' } | FailedOutcome | MissingOutcome;

export interface FailedOutcome {
  readonly outcome: 'failed';
  /** In words. */
  readonly reason: string;
  /** Set where a call of the trial ran out of time. */
  readonly timed_out?: true;
}

export interface MissingOutcome {
  readonly outcome: 'missing';
  /** In words. */
  readonly reason: string;
  readonly why?: WhyMissing;
}

/**
 * What kept a reply from being had. `given_up`: it was tried, in vain, and may come yet. The others are final in their run: nothing
 * recorded it and no model may be called, the budget has no room for it, its provider is given up, or its batch cannot be read.
 */
export type WhyMissing = 'given_up' | 'no_recording' | 'budget' | 'provider_given_up' | 'batch_unread';
