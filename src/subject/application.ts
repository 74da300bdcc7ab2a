import { copyJson, type Flaw, isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { isError } from '#model/problem.js';
import type { Message } from '#model/reply/exchange.js';
import { type CallsAndSteps, readCallsAndSteps } from '#model/reply/reported-calls.js';
import { isBlank } from '#model/text/characters.js';
import { quoted } from '#model/text/quoted.js';
import type { AnsweredTurn } from './ask-model.js';

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

/** Maximum size of an answer's details, and of its state, in bytes of JSON. */
export const mostBytesBeside = 64 * 1024;

interface GivenAnswer {
  readonly response: unknown;
  readonly details?: unknown;
  readonly tool_calls?: unknown;
  readonly steps?: unknown;
}

/** Returns an answer if all its parts are valid; throws `AppFailure` if not. A response with tool calls may be empty. */
export function checkedAnswer({ response, details = {}, ...reported }: GivenAnswer): Omit<AppAnswer, 'state'> {
  if (typeof response !== 'string') throw new AppFailure("the application's response is no text");
  if (response.length > mostCharacters) throw tooLong();
  const calls = readCallsAndSteps(reported);
  if ('flaw' in calls) throw new AppFailure(`the application's ${calls.flaw}`);
  if (isBlank(response) && !calls.tool_calls?.length) throw new AppFailure("the application's response is empty");
  // Replaces lone surrogates with U+FFFD, since servers reject them.
  return { response: Buffer.from(response).toString(), details: checkedDetails(details), ...calls };
}

function checkedDetails(details: unknown): JsonObject {
  const numberFlaw = numberFlawOf(details);
  if (numberFlaw !== null) throw new AppFailure(`the application's ${numberFlaw}`);
  const copy = copyJson(details, mostBytesBeside);
  if ('flaw' in copy) throw new AppFailure(`the application's details are ${flawsOfDetails[copy.flaw]}`);
  if (!isObject(copy.value)) throw new AppFailure(`the application's details are ${flawsOfDetails.no_json}`);
  return copy.value;
}

/** The details that count for metrics, and how each is described. */
export const countedDetails = {
  input_tokens: { is: Number.isSafeInteger, kind: 'whole number' },
  output_tokens: { is: Number.isSafeInteger, kind: 'whole number' },
  cost_usd: { is: Number.isFinite, kind: 'number' },
} as const;

/** Returns the first flaw of a number that counts for metrics: `details.cost_usd is "0.01", no number from 0 up`. Null and undefined are unknown. */
function numberFlawOf(details: unknown): string | null {
  if (!isObject(details)) return null;
  try {
    for (const [key, { is, kind }] of Object.entries(countedDetails)) {
      const value: unknown = Object.hasOwn(details, key) ? details[key] : undefined;
      if (value === undefined || value === null || (is(value) && Number(value) >= 0)) continue;
      return `details.${key} is ${inWords(value)}, no ${kind} from 0 up`;
    }
    return null;
  } catch {
    return null; // a getter or a proxy may throw; the copy of the details refuses it
  }
}

function inWords(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'a list or a mapping';
}

const flawsOfDetails: Readonly<Record<Flaw, string>> = {
  no_json: 'no JSON object',
  too_deep: 'nested deeper than 100 levels',
  too_large: 'longer than 64 kB',
};
