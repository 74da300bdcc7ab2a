import {
  copyJson,
  excessOf,
  type Flaw,
  isObject,
  type JsonObject,
  type JsonValue,
  repeatedKeyIn,
} from '../data/json.js';
import { isBlank } from '../text/characters.js';
import { quoted } from '../text/quoted.js';
import { redactJson } from '../text/redact.js';
import type { Step, ToolArguments, ToolCall, UnreadableArguments } from './exchange.js';

/** The tool calls and steps of one turn. An absent list means unknown; an empty one means that there were no calls or steps. */
export interface CallsAndSteps {
  readonly tool_calls?: readonly ToolCall[];
  readonly steps?: readonly Step[];
}

/** Maximum size of the calls and steps of one turn together, in bytes of JSON. */
export const mostBytesOfCalls = 1024 * 1024;

/**
 * Reads `tool_calls` and `steps` as a program reports them: null and undefined are unknown. Returns copies, or the flaw as the end of a
 * sentence about the program: `tool_calls[1] has no "name"`.
 */
export function readCallsAndSteps(given: {
  readonly tool_calls?: unknown;
  readonly steps?: unknown;
}): CallsAndSteps | { readonly flaw: string } {
  const lists = { tool_calls: given.tool_calls ?? undefined, steps: given.steps ?? undefined };
  if (lists.tool_calls === undefined && lists.steps === undefined) return {};
  const copy = copyJson(lists, mostBytesOfCalls);
  if ('flaw' in copy) return { flaw: `tool_calls and steps ${flawsOfBoth[copy.flaw]}` };
  const { tool_calls, steps } = copy.value as JsonObject;
  const flaw = flawOfCalls(tool_calls) ?? textArguments(tool_calls) ?? flawOfSteps(steps);
  return flaw === null ? (copy.value as CallsAndSteps) : { flaw };
}

const flawsOfBoth: Readonly<Record<Flaw, string>> = {
  no_json: 'hold a value that JSON does not have',
  too_deep: 'are nested deeper than 100 levels',
  too_large: 'are longer than 1 MiB',
};

const keysOfCall = ['name', 'arguments', 'result'];
const keysOfStep = ['name', 'input', 'output', 'duration_s'];

/** Returns the first flaw of a list of tool calls, with its place in the list; null if it has none or is absent. */
export function flawOfCalls(list: unknown): string | null {
  return flawOfList(list, 'tool_calls', (call) => {
    const flaw = flawOfEntry(call, keysOfCall);
    if (flaw !== null) return flaw;
    return Object.hasOwn(call, 'arguments') ? null : 'has no "arguments" ({} if the tool takes none)';
  });
}

/** Returns the flaw of the first call whose arguments are the JSON text of an object, the form of model APIs; null if there is none. */
function textArguments(list: unknown): string | null {
  return flawOfList(list, 'tool_calls', ({ arguments: given }) =>
    typeof given === 'string' && given.trimStart().startsWith('{')
      ? 'has "arguments" that are a text: report a JSON object, or {"unreadable": TEXT} if it is broken'
      : null,
  );
}

/** Returns the first flaw of a list of steps, with its place in the list; null if it has none or is absent. */
export function flawOfSteps(list: unknown): string | null {
  return flawOfList(list, 'steps', (step) => {
    const flaw = flawOfEntry(step, keysOfStep);
    if (flaw !== null) return flaw;
    const seconds = Object.hasOwn(step, 'duration_s') ? step['duration_s'] : 0;
    return typeof seconds === 'number' && seconds >= 0 ? null : 'has a "duration_s" that is no number from 0 up';
  });
}

function flawOfList(list: unknown, key: string, flawOf: (entry: JsonObject) => string | null): string | null {
  if (list === undefined) return null;
  if (!Array.isArray(list)) return `${key} is no list`;
  for (const [index, entry] of list.entries()) {
    const flaw = isObject(entry) ? flawOf(entry) : 'is no JSON object';
    if (flaw !== null) return `${key}[${index}] ${flaw}`;
  }
  return null;
}

function flawOfEntry(entry: JsonObject, keys: readonly string[]): string | null {
  const unknown = Object.keys(entry).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    return `has the unknown key ${quoted(unknown)} (the keys are ${keys.join(', ')})`;
  }
  const name = Object.hasOwn(entry, 'name') ? entry['name'] : undefined;
  if (name === undefined) return 'has no "name"';
  return typeof name === 'string' && !isBlank(name) ? null : 'has a "name" that is no text';
}

/** Returns true for the arguments of a call that are no JSON. */
export function isUnreadable(given: ToolArguments): given is UnreadableArguments {
  return isObject(given) && typeof given['unreadable'] === 'string' && Object.keys(given).length === 1;
}

/**
 * Reads the arguments of a call from the text that a model wrote. An empty text is `{}`: some models write none for a tool without
 * parameters. A text with a key twice is unreadable: which value counts is up to the reader.
 */
export function readArguments(text: string): ToolArguments {
  if (isBlank(text)) return {};
  if (excessOf(text)) return { unreadable: text };
  try {
    const read = JSON.parse(text) as JsonValue;
    return repeatedKeyIn(text) === undefined ? read : { unreadable: text };
  } catch {
    return { unreadable: text };
  }
}

/** Redacts every text of calls and steps, also the keys of their values. */
export function redactCallsAndSteps(
  { tool_calls, steps }: CallsAndSteps,
  redact: (text: string) => string,
): CallsAndSteps {
  return {
    ...(tool_calls && { tool_calls: tool_calls.map((call) => redactValues(call, redact)) }),
    ...(steps && { steps: steps.map((step) => redactValues(step, redact)) }),
  };
}

function redactValues<T extends ToolCall | Step>(entry: T, redact: (text: string) => string): T {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]: [string, JsonValue]) => [key, redactJson(value, redact)]),
  ) as unknown as T;
}
