import type { Message } from '#model/reply/exchange.js';
import type { AnsweredTurn } from '../reply-turn.js';

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
