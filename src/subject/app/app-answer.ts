import { isObject, type JsonObject } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import { type AppAnswer, AppFailure, mostCharacters, tooLong } from './app-session.js';
import { copyJson, type Flaw } from './copy-json.js';

/** Maximum size of an answer's details, and of its state, in bytes of JSON. */
export const mostBytesBeside = 64 * 1024;

/** Returns a response with its details if both are valid; throws `AppFailure` if not. */
export function checkedAnswer(response: unknown, details: unknown = {}): Omit<AppAnswer, 'state'> {
  if (typeof response !== 'string') throw new AppFailure("the application's response is no text");
  if (response.length > mostCharacters) throw tooLong();
  if (isBlank(response)) throw new AppFailure("the application's response is empty");
  return { response: wellFormed(response), details: checkedDetails(details) };
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
