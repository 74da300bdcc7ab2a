import type { JsonObject } from '#model/data/json.js';
import type { Score } from '#model/run/score.js';
import type { ConversationFacts } from '#model/run/trial.js';

/** One user message and one response. */
export class Turn {
  readonly user_message: string;
  readonly app_response: string;
  /** Seconds, around the application alone. */
  readonly latency: number;
  /** Tokens and cost where they are known, what the application said of its response, where the reply is from. */
  readonly details: JsonObject;

  constructor(fields: Pick<Turn, 'user_message' | 'app_response' | 'latency' | 'details'>) {
    this.user_message = fields.user_message;
    this.app_response = fields.app_response;
    this.latency = fields.latency;
    this.details = fields.details;
  }
}

/** A score of a conversation, with the label of the expectation that it belongs to. */
export type ConversationScore = Score & { readonly about: string };

export interface ConversationDetails {
  /** Number of the conversation, from 0. */
  readonly trial: number;
  /** `failed`: an answer that cannot count. `missing`: no answer was to be had. */
  readonly outcome: 'finished' | 'failed' | 'missing';
  /** Why it failed or is missing; null where it finished. */
  readonly reason: string | null;
  /** How the user wrote; null without a drawn style. */
  readonly style: ConversationFacts['style'];
  /** Why it ended. */
  readonly ended: ConversationFacts['ended'];
  /** The user's last message, where no response to it counts; null elsewhere. */
  readonly unanswered: string | null;
  readonly started_at: string;
  readonly duration_s: number;
  readonly scores: readonly ConversationScore[];
}

/** One conversation of the simulated user with the application. */
export class Conversation {
  readonly turns: readonly Turn[];
  readonly details: ConversationDetails;

  constructor(turns: readonly Turn[], details: ConversationDetails) {
    this.turns = turns;
    this.details = details;
  }
}
