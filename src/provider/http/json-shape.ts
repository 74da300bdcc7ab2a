import { isObject, type JsonObject, parseBounded } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';

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

/** Returns the model that an answer names; that of the request if it names none. */
export function modelOf(answer: JsonObject, request: ModelRequest): string {
  const model = answer['model'];
  return typeof model === 'string' ? model : request.model;
}

/** Returns the model and the tokens of an answer. Its protocol names the counts of the request and of the reply. */
export function usageAndModel(
  answer: JsonObject,
  request: ModelRequest,
  [input, output]: readonly [input: string, output: string],
): Pick<Reply, 'usage' | 'model'> {
  const usage = asObject(answer['usage']);
  return {
    usage: { input_tokens: asCount(usage?.[input]), output_tokens: asCount(usage?.[output]) },
    model: modelOf(answer, request),
  };
}
