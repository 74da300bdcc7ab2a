import type { Step, ToolCall } from '#model/reply/tools.js';
import type { Turn } from '#model/run/trial.js';

/** A list of all turns together, or the reason why it is unknown. */
export type Known<T> = { readonly list: readonly T[] } | { readonly unknown: string };

/** Returns the tool calls of all turns, in order. They are unknown if one turn reports none at all, not even an empty list. */
export function callsOf(turns: readonly Turn[]): Known<ToolCall> {
  return listOf(
    turns.map(({ tool_calls }) => tool_calls),
    'tool_calls',
  );
}

/** Returns the steps of all turns, in order. They are unknown if one turn reports none at all, not even an empty list. */
export function stepsOf(turns: readonly Turn[]): Known<Step> {
  return listOf(
    turns.map(({ steps }) => steps),
    'steps',
  );
}

function listOf<T>(lists: readonly (readonly T[] | undefined)[], key: string): Known<T> {
  const missing = lists.indexOf(undefined);
  if (missing === -1) return { list: lists.flatMap((list) => list ?? []) };
  const where = lists.length === 1 ? 'the reply' : `turn ${missing + 1}`;
  return { unknown: `${where} does not report ${key} ([] would be none)` };
}
