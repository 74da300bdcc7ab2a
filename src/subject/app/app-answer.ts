import { copyJson, type Flaw } from '#model/data/copy-json.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import { type CallsAndSteps, readCallsAndSteps } from '#model/reply/reported-calls.js';
import { isBlank } from '#model/text/characters.js';
import { type AppAnswer, AppFailure, mostCharacters, tooLong } from './app-session.js';

/** Maximum size of an answer's details, and of its state, in bytes of JSON. */
export const mostBytesBeside = 64 * 1024;

/** An application's answer as it returned it. */
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
  const calls = checkedCalls(reported);
  if (isBlank(response) && !calls.tool_calls?.length) throw new AppFailure("the application's response is empty");
  return { response: wellFormed(response), details: checkedDetails(details), ...calls };
}

function checkedCalls(reported: Pick<GivenAnswer, 'tool_calls' | 'steps'>): CallsAndSteps {
  const calls = readCallsAndSteps(reported);
  if ('flaw' in calls) throw new AppFailure(`the application's ${calls.flaw}`);
  return calls;
}

/** Replaces lone surrogates with U+FFFD, since servers reject them. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function checkedDetails(details: unknown): JsonObject {
  const copy = copyJson(details, mostBytesBeside);
  if ('flaw' in copy) throw new AppFailure(`the application's details are ${flawsOfDetails[copy.flaw]}`);
  if (!isObject(copy.value)) throw new AppFailure(`the application's details are ${flawsOfDetails.no_json}`);
  return copy.value;
}

const flawsOfDetails: Readonly<Record<Flaw, string>> = {
  no_json: 'no JSON object',
  too_deep: 'nested deeper than 100 levels',
  too_large: 'longer than 64 kB',
};
