import { isObject, type JsonObject, parseBounded } from '#model/data/json.js';

/** Parses a JSON text within the bounds of `parseBounded`; undefined if it is not JSON or exceeds them. */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}

/** Returns the value if it is a JSON object, else undefined. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns the items of a JSON array; none for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** More tokens than any request or reply has. The sum of a million such counts is still exact. */
const mostCounted = 1e9;

/** Returns a count of tokens as a server reports it; null for anything that cannot be one: negative, a fraction, above a billion. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= mostCounted ? value : null;
}
