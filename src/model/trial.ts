import type { JsonObject } from './json.js';

/** One user message and one response. Latency in seconds. */
export interface Turn {
  readonly user_message: string;
  readonly app_response: string;
  readonly latency: number;
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
}

export type TrialOutcome =
  | { readonly outcome: 'finished' }
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'missing'; readonly reason: string };
