import type { JsonObject } from '#model/data/json.js';
import type { Step, ToolCall } from '#model/reply/exchange.js';
import type { ConversationFacts, Score } from '#model/run/trial.js';

/** One user message and one response. */
export class Turn {
  readonly user_message: string;
  readonly app_response: string;
  /** Seconds that the application took. */
  readonly latency: number;
  /** Tokens and cost if they are known, further data of the application, and the source of the reply. */
  readonly details: JsonObject;
  /** The tool calls of the application; absent if they are unknown. */
  readonly tool_calls?: readonly ToolCall[];
  /** The steps of the application; absent if they are unknown. */
  readonly steps?: readonly Step[];

  constructor(fields: Pick<Turn, 'user_message' | 'app_response' | 'latency' | 'details' | 'tool_calls' | 'steps'>) {
    this.user_message = fields.user_message;
    this.app_response = fields.app_response;
    this.latency = fields.latency;
    this.details = fields.details;
    if (fields.tool_calls) this.tool_calls = fields.tool_calls;
    if (fields.steps) this.steps = fields.steps;
  }
}

/** A score of a conversation, with the label of its expectation. */
export type ConversationScore = Score & { readonly about: string };

export interface ConversationDetails {
  /** The number of the conversation, from 0. */
  readonly trial: number;
  /** The id of its item; absent without a data set. */
  readonly item?: string;
  /** `failed`: a response is invalid. `missing`: there is no response. */
  readonly outcome: 'finished' | 'failed' | 'missing';
  /** Why it failed or is missing; null if it finished. */
  readonly reason: string | null;
  /** The style of the simulated user; null if none was drawn. */
  readonly style: ConversationFacts['style'];
  /** Why it ended. */
  readonly ended: ConversationFacts['ended'];
  /** The user's last message if it has no valid response; else null. */
  readonly unanswered: string | null;
  readonly started_at: string;
  readonly duration_s: number;
  readonly scores: readonly ConversationScore[];
}

/** One conversation of the simulated user with the application. */
export class Conversation {
  constructor(
    readonly turns: readonly Turn[],
    readonly details: ConversationDetails,
  ) {}
}
