import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Message } from '#model/reply/message.js';
import type { CallsAndSteps } from '#model/reply/reported-calls.js';
import { isError } from '#model/thrown.js';
import type { AnsweredTurn } from '../ask-model.js';

export interface AppAnswer extends CallsAndSteps {
  readonly response: string;
  /** The state for its next turn; null if it returned none, absent if eva cannot store it. */
  readonly state?: JsonValue;
  readonly details: JsonObject;
  /** Seconds that the application took; absent if they equal the duration of the whole call. */
  readonly latency_s?: number;
}

/** A connection to an application in one conversation. The application starts with the first message. */
export interface AppSession {
  /**
   * Returns the answer to the last message. `state` comes from the previous answer. Throws `AppFailure` if the application gives
   * no valid response, `NoReply` if it cannot be started, and the signal's reason if the run ends.
   */
  answer(messages: readonly Message[], state: JsonValue): Promise<AppAnswer>;
  /** Ends every process that was started. */
  close(): Promise<void>;
}

/** The application in one conversation: a model, a program or a function. */
export interface Application {
  /**
   * Returns the turn with the response to the last message. `turn` counts from 0. Throws `AppFailure` if there is no valid
   * response, `NoReply` if there is no reply, and the signal's reason if the run ends.
   */
  respond(messages: readonly Message[], turn: number): Promise<AnsweredTurn>;
  /** Ends every process that was started for this conversation. */
  close(): Promise<void>;
}

/**
 * An error of the application under test. It fails the trial, never the run. The message (`the application threw: …`) may contain untrusted
 * text of any length, and does not name the turn.
 */
export class AppFailure extends Error {
  override readonly name = 'AppFailure';
}

export function noResponseWithin(seconds: number): AppFailure {
  return new AppFailure(`the application gave no response within ${seconds} s`);
}

/**
 * Greatest length of all responses of one conversation together, in UTF-16 units. The simulated user and the judge read all of
 * them, and models limit their input.
 */
export const mostCharacters = 200_000;

/** Makes the failure of an application whose responses exceed `mostCharacters`. */
export function tooLong(): AppFailure {
  return new AppFailure('the responses of the conversation exceed 200,000 characters');
}

/** Returns the text of anything that was thrown: the message of an error, with its name if that says more. Never throws. */
export function textOfThrown(error: unknown): string {
  try {
    const isNamed = isError(error) && error.name !== 'Error';
    return String(isError(error) && !isNamed ? error.message : error);
  } catch {
    return 'something that is no text';
  }
}

const longest = 500;

/** Shortens the error of an application or a client to one line of at most 500 characters. */
export function shortReason(text: string): string {
  const characters = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}
