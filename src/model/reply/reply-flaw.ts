import { isObject } from '../data/json.js';
import { redactObject } from '../text/redact.js';
import type { Reply } from './exchange.js';
import { flawOfCalls, flawOfSteps, redactCallsAndSteps } from './reported-calls.js';

type Test = (value: unknown) => boolean;

/** The tests of fields by their names; for a mapping, those of its fields. */
interface FieldTests {
  readonly [name: string]: Test | FieldTests;
}

export const isFlag: Test = (value) => typeof value === 'boolean';

export const isText: Test = (value) => typeof value === 'string';

export const isTextOrNull: Test = (value) => value === null || isText(value);

export const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

export const isCountOrNull: Test = (value) => value === null || isCount(value);

const isAmount: Test = (value) => Number.isFinite(value) && Number(value) >= 0;

export const isNothingOr =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

export const oneOf =
  (...words: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && words.includes(value);

const tests: FieldTests = {
  text: isText,
  tool_input: isNothingOr(isObject),
  tool_calls: (value) => flawOfCalls(value) === null,
  embedding: isNothingOr(isText),
  steps: (value) => flawOfSteps(value) === null,
  stop: oneOf('end', 'tool_call', 'max_tokens', 'refusal', 'other', 'app_error', 'rejected', 'timed_out'),
  reason: isNothingOr(isText),
  usage: { input_tokens: isCountOrNull, output_tokens: isCountOrNull, cost_usd: isNothingOr(isAmount) },
  latency_s: (value) => value === null || isAmount(value),
  timeouts: isNothingOr(isCount),
  retries: isNothingOr(isCount),
  last_failure: isNothingOr(isText),
  model: isText,
  details: isNothingOr(isObject),
};

/** Returns the first invalid field of a stored reply, or null if it is valid. */
export function replyFlaw(value: unknown): string | null {
  return flawedField(value, tests);
}

/** Returns the first field whose value fails its test, or null: `draw.trial` for a field of a mapping. Fields of a missing mapping are undefined. */
export function flawedField(value: unknown, tests: FieldTests): string | null {
  const fields = isObject(value) ? value : {};
  for (const name in tests) {
    const test = tests[name] ?? {};
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof test === 'function') {
      if (!test(own)) return name;
      continue;
    }
    const inner = flawedField(own, test);
    if (inner !== null) return `${name}.${inner}`;
  }
  return null;
}

/** Hides secrets in all texts of a reply. */
export function redactReply(reply: Reply, redact: (text: string) => string): Reply {
  const { text, model, tool_input } = reply;
  return {
    ...reply,
    text: redact(text),
    model: redact(model),
    ...(tool_input && { tool_input: redactObject(tool_input, redact) }),
    ...redactCallsAndSteps(reply, redact),
  };
}
