import { isObject } from '../data/json.js';

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
  stop: oneOf('end', 'tool_call', 'max_tokens', 'refusal', 'other', 'app_error', 'timed_out'),
  reason: isNothingOr(isText),
  'usage.input_tokens': isCountOrNull,
  'usage.output_tokens': isCountOrNull,
  latency_s: (value) => value === null || (Number.isFinite(value) && Number(value) >= 0),
  timeouts: isNothingOr(isCount),
  model: isText,
  details: isNothingOr(isObject),
};

/** The first field of a value that no reply has so, or null for a reply. */
export function replyFlaw(value: unknown): string | null {
  return flawedField(value, tests);
}

/** The first path whose value does not pass its test; a mapping that is not there has fields that are undefined. */
export function flawedField(value: unknown, expected: Readonly<Record<string, Test>>): string | null {
  return Object.keys(expected).find((path) => !expected[path]?.(fieldOf(value, path))) ?? null;
}

function fieldOf(value: unknown, path: string): unknown {
  let inner = value;
  for (const name of path.split('.')) {
    if (!isObject(inner) || !Object.hasOwn(inner, name)) return undefined;
    inner = inner[name];
  }
  return inner;
}
