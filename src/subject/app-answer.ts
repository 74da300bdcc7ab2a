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
  if (typeof response !== 'string') throw new AppFailure('its response is no text');
  if (response.length > longestResponse) throw new AppFailure('its response is longer than 1,000,000 characters');
  if (isBlank(response)) throw new AppFailure('its response is empty');
  return { response, details: checkedDetails(details) };
}

function checkedDetails(details: unknown): JsonObject {
  const kept = toJson(details);
  if (kept === undefined || kept === null || typeof kept !== 'object' || Array.isArray(kept)) {
    throw new AppFailure('its details are no JSON object');
  }
  if (Buffer.byteLength(JSON.stringify(kept)) > mostDetails) throw new AppFailure('its details are longer than 64 kB');
  return kept as JsonObject;
}

/** A copy of a value that JSON can hold; undefined if it would not come back from JSON as it is. */
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
  if (!Array.isArray(value) && !isPlain(value)) return false;
  const deeper = new Set([...within, value]);
  return Object.values(value).every((part) => isJson(part, deeper));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
