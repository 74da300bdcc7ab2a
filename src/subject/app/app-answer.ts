import { isObject, type JsonObject } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import { AppFailure, mostCharacters, tooLong } from './app-failure.js';
import type { AppAnswer } from './app-session.js';
import { copyJson, type Flaw } from './copy-json.js';

/** Bytes of the details of one response at most, and of what is handed over for the next turn, as JSON. */
export const mostBytesBeside = 64 * 1024;

/** A response with its details, as an application gave them. Throws `AppFailure` if they are not what they should be. */
export function checkedAnswer(response: unknown, details: unknown = {}): Omit<AppAnswer, 'state'> {
  if (typeof response !== 'string') throw new AppFailure("the application's response is no text");
  if (response.length > mostCharacters) throw tooLong();
  if (isBlank(response)) throw new AppFailure("the application's response is empty");
  return { response: wellFormed(response), details: checkedDetails(details) };
}

/** Half of a character, as a text has it that was cut in the middle of one, becomes U+FFFD: no server takes it. */
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
