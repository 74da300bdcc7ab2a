import type { Step, ToolCall } from '#model/reply/tools.js';
import { brokenTurn, type Trial, type Turn } from '#model/run/trial.js';

/** A list of all turns together, or the reason why it is unknown. */
export type Known<T> = { readonly list: readonly T[] } | { readonly unknown: string };

/**
 * Returns the tool calls of all turns, in order. They are unknown if one turn reports none at all, not even an empty list, or was broken
 * off.
 */
export function callsOf(trial: Trial): Known<ToolCall> {
  return listOf(trial, 'tool_calls', ({ tool_calls }) => tool_calls);
}

/**
 * Returns the steps of all turns, in order. They are unknown if one turn reports none at all, not even an empty list, or was broken off.
 */
export function stepsOf(trial: Trial): Known<Step> {
  return listOf(trial, 'steps', ({ steps }) => steps);
}

function listOf<T>(trial: Trial, key: string, reported: (turn: Turn) => readonly T[] | undefined): Known<T> {
  const lists = trial.turns.map(reported);
  const missing = lists.indexOf(undefined);
  const broken = brokenTurn(trial);
  if (missing === -1) return broken === null ? { list: lists.flatMap((list) => list ?? []) } : { unknown: broken };
  const where = lists.length === 1 && broken === null ? 'the reply' : `turn ${missing + 1}`;
  return { unknown: `${where} does not report ${key} ([] would be none)` };
}
