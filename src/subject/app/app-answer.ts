import { copyJson, type Flaw } from '#model/data/copy-json.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import { type CallsAndSteps, readCallsAndSteps } from '#model/reply/reported-calls.js';
import { isBlank } from '#model/text/characters.js';
import { quoted } from '#model/text/quoted.js';
import { type AppAnswer, AppFailure, mostCharacters, tooLong } from './app-session.js';

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
