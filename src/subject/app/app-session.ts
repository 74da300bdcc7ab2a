import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Message } from '#model/reply/exchange.js';
import type { AnsweredTurn } from '../reply-turn.js';

/** An application's answer in one turn. */
export interface AppAnswer {
  readonly response: string;
  /** The state for its next turn; null if it returned none, absent if eva cannot store it. */
  readonly state?: JsonValue;
  readonly details: JsonObject;
  /** Seconds that the application took; absent if that is the time of the whole call. */
  readonly latency_s?: number;
}

/** An application in one conversation. It starts with the first answer. */
export interface AppSession {
  /**
   * Returns the answer to the last message. `state` is from the previous answer. Throws `AppFailure` without a valid response, `NoReply`
   * if the application cannot be started, and the signal's reason if the run ends.
   */
  answer(messages: readonly Message[], state: JsonValue): Promise<AppAnswer>;
  /** Ends everything that was started. */
  close(): Promise<void>;
}

/** The application in one conversation: a model, a program or a function. */
export interface Application {
  /**
   * Returns the turn with the response to the last message. `turn` counts from 0. Throws `AppFailure` without a valid response, `NoReply`
   * without a reply, and the signal's reason if the run ends.
   */
  respond(messages: readonly Message[], turn: number): Promise<AnsweredTurn>;
  /** Ends everything that was started for this conversation. */
  close(): Promise<void>;
}
