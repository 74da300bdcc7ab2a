import type { ToolCall } from '#model/reply/exchange.js';
import type { CaseResult } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';

/** A case that was shown and not judged. */
export interface LookedCase {
  readonly name: string;
  /** Its replies, in the order of its trials. */
  readonly replies: readonly LookedReply[];
}

/** One reply of a look. */
export interface LookedReply {
  /** The number of the trial, from 0. */
  readonly trial: number;
  /** The id of its item; null without a data set. */
  readonly item: string | null;
  /** The text; null for a failed call, and in a run with so many texts that only its folder keeps them. */
  readonly response: string | null;
  /** The tool calls; absent if they are unknown. */
  readonly tool_calls?: readonly ToolCall[];
  /** Why the reply is missing or unusable, such as refused; null if it is neither. */
  readonly reason: string | null;
}

/** Lists the cases of a run that nothing judged, with their replies. */
export function lookedCases(cases: readonly CaseResult[]): readonly LookedCase[] {
  return cases.filter(({ look }) => look).map(({ name, trials }) => ({ name, replies: trials.map(lookedReply) }));
}

function lookedReply(trial: Trial): LookedReply {
  const [turn] = trial.turns;
  return {
    trial: trial.index,
    item: trial.origin?.item ?? null,
    response: trial.cut ? null : (turn?.app_response ?? null),
    ...(turn?.tool_calls && { tool_calls: turn.tool_calls }),
    reason: trial.outcome === 'finished' ? null : trial.reason,
  };
}
