import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Message } from '#model/reply/exchange.js';
import type { AnsweredTurn } from '../reply-turn.js';

/** What an application says in one turn. */
export interface AppAnswer {
  readonly response: string;
  /** For its next turn; null where it hands none over, absent where it cannot be kept. */
  readonly state?: JsonValue;
  readonly details: JsonObject;
  /** Seconds that it took for this, where that is less than asking took; absent where it is the same. */
  readonly latency_s?: number;
}

/** An application in one conversation: nothing is started before the first answer is asked for. */
export interface AppSession {
  /**
   * The response to the last message. `state` is what the answer before handed over. Throws `AppFailure` if the application
   * gave no response that counts, `NoReply` if it cannot be started at all, and the signal's reason if the run ends.
   */
  answer(messages: readonly Message[], state: JsonValue): Promise<AppAnswer>;
  /** Ends whatever was started, in any case. */
  close(): Promise<void>;
}

/** What the user of one conversation talks to. */
export interface Application {
  /**
   * The response to the last message; `turn` is counted from 0. Throws `AppFailure` if it gave none that counts, `NoReply`
   * if there was none to be had, and the signal's reason if the run ends.
   */
  respond(messages: readonly Message[], turn: number): Promise<AnsweredTurn>;
  /** Ends whatever was started for this conversation. */
  close(): Promise<void>;
}
