import type { ToolCall } from '#model/reply/tools.js';
import { brokenTurn, type Trial } from '#model/run/trial.js';

/**
 * Returns the tool calls of all turns, in order, or the reason why they are unknown: one turn reports none at all, not even an empty list, or was
 * broken off.
 */
export function callsOf(trial: Trial): { readonly list: readonly ToolCall[] } | { readonly unknown: string } {
  const lists = trial.turns.map(({ tool_calls }) => tool_calls);
  const missing = lists.indexOf(undefined);
  const broken = brokenTurn(trial);
  if (missing === -1) return broken === null ? { list: lists.flatMap((list) => list ?? []) } : { unknown: broken };
  const where = lists.length === 1 && broken === null ? 'the reply' : `turn ${missing + 1}`;
  return { unknown: `${where} does not report tool_calls ([] would be none)` };
}
