import { isObject } from '../data/json.js';
import { flawOfCalls, flawOfSteps } from './reported-calls.js';

type Test = (value: unknown) => boolean;

export const isText: Test = (value) => typeof value === 'string';
export const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isCountOrNull: Test = (value) => value === null || isCount(value);
const isNothingOr =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
export const oneOf =
  (...words: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && words.includes(value);

const tests: Readonly<Record<string, Test>> = {
  text: isText,
  tool_input: isNothingOr(isObject),
  tool_calls: (value) => flawOfCalls(value) === null,
  embedding: isNothingOr(isText),
  steps: (value) => flawOfSteps(value) === null,
  stop: oneOf('end', 'tool_call', 'max_tokens', 'refusal', 'other', 'app_error', 'timed_out'),
  reason: isNothingOr(isText),
  'usage.input_tokens': isCountOrNull,
  'usage.output_tokens': isCountOrNull,
  latency_s: (value) => value === null || (Number.isFinite(value) && Number(value) >= 0),
  timeouts: isNothingOr(isCount),
  model: isText,
  details: isNothingOr(isObject),
};

/** Returns the first invalid field of a stored reply, or null if it is valid. */
export function replyFlaw(value: unknown): string | null {
  return flawedField(value, tests);
}

/** Returns the first path whose value fails its test, or null. Fields of a missing mapping are undefined. */
export function flawedField(value: unknown, expected: Readonly<Record<string, Test>>): string | null {
  for (const path in expected) {
    if (!expected[path]?.(fieldOf(value, path))) return path;
  }
  return null;
}

function fieldOf(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined;
  const dot = path.indexOf('.');
  if (dot === -1) return Object.hasOwn(value, path) ? value[path] : undefined;
  return fieldOf(fieldOf(value, path.slice(0, dot)), path.slice(dot + 1));
}
