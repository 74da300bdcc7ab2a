import type { ConversationFacts, Trial } from '#model/run/trial.js';
import type { Outcome } from '#model/run/verdict.js';
import type { WorstValue } from './worst-values.js';

/** `unfinished` while conversations are missing that would decide. */
export type ScenarioOutcome = Outcome | 'unfinished';

/** What one criterion said of the conversations. */
export interface AssertionView {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly p_value: number | null;
  /** What was claimed, in words. */
  readonly claim: string;
  /** The numbers that it rests on, in words; null where there are none yet. */
  readonly reason: string | null;
}

export interface ExpectationView {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly assertions: readonly AssertionView[];
  /** The behaviour in words, of which `about` may be a label; null where something else is expected. */
  readonly expected_behavior: string | null;
  /** The worst values, where it did not pass. */
  readonly worst: readonly WorstValue[];
}

/** The result of a scenario as it is printed. */
export interface ScenarioView {
  readonly title: string;
  readonly outcome: ScenarioOutcome;
  readonly expectations: readonly ExpectationView[];
  /** Conversations that were asked for. */
  readonly sample_size: number;
  /** After how many of them it was settled; null if all were needed. */
  readonly stopped_at: number | null;
  /** True if a reply was written by hand; false unless set. */
  readonly synthetic?: boolean;
  /** How each conversation ended that there is. */
  readonly trials: readonly EndedTrial[];
  /** What could not be graded. */
  readonly ungraded: readonly UngradedTrial[];
}

/** Why a conversation has no value for an expectation. */
export interface UngradedTrial {
  readonly index: number;
  readonly about: string;
  readonly reason: string;
  /** The judge's reply, if that is the reason. */
  readonly judge_reply?: string;
}

/** How one conversation ended, and why where it failed or is missing. */
export type EndedTrial = FinishedTrial | BrokenTrial;

type FinishedTrial = Pick<Extract<Trial, { outcome: 'finished' }>, 'index' | 'outcome'> &
  Pick<ConversationFacts, 'ended'>;

export type BrokenTrial = Pick<Extract<Trial, { reason: string }>, 'index' | 'outcome' | 'reason'>;
