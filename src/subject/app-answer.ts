import { isBlank } from '#model/blank.js';
import type { JsonObject, JsonValue } from '#model/json.js';
import { AppFailure } from './app-failure.js';
import type { AppAnswer } from './app-session.js';

/** UTF-16 units of a response at most. */
const longestResponse = 1_000_000;
/** Bytes of the details of one response at most, as JSON. */
const mostDetails = 64 * 1024;

/** A response with its details, as an application gave them. Throws `AppFailure` if they are not what they should be. */
export function checkedAnswer(response: unknown, details: unknown = {}): Omit<AppAnswer, 'state'> {
  if (typeof response !== 'string') throw new AppFailure("the application's response is no text");
  if (response.length > longestResponse) {
    throw new AppFailure("the application's response is longer than 1,000,000 characters");
  }
  if (isBlank(response)) throw new AppFailure("the application's response is empty");
  return { response: wellFormed(response), details: checkedDetails(details) };
}

/** Half of a character, as a text has it that was cut in the middle of one, becomes U+FFFD: no server takes it. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function checkedDetails(details: unknown): JsonObject {
  const kept = toJson(details);
  if (kept === undefined || kept === null || typeof kept !== 'object' || Array.isArray(kept)) {
    throw new AppFailure("the application's details are no JSON object");
  }
  if (Buffer.byteLength(JSON.stringify(kept)) > mostDetails) {
    throw new AppFailure("the application's details are longer than 64 kB");
  }
  return kept as JsonObject;
}

/** A copy of a value that JSON can hold; undefined if it would come back from JSON as something else. */
export function toJson(value: unknown): JsonValue | undefined {
  try {
    return isJson(value, new Set()) ? (JSON.parse(JSON.stringify(value)) as JsonValue) : undefined;
  } catch {
    return undefined;
  }
}

function isJson(value: unknown, within: ReadonlySet<object>): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || within.has(value)) return false;
  const deeper = new Set([...within, value]);
  if (Array.isArray(value)) return value.every((item) => isJson(item, deeper));
  return isPlain(value) && Object.values(value).every((part) => part === undefined || isJson(part, deeper));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
