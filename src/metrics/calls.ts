import type { Turn } from '#model/run/trial.js';
import { type Measured, type Metric, noCap, sumOf } from './metric.js';

/** Number of tool calls in a turn. */
export const toolCalls: Metric = {
  name: 'per_turn.tool_calls',
  scope: 'per_turn',
  unit: 'calls',
  capOf: noCap,
  measure: ({ turns }) => turns.map(callsIn),
};

/** Number of tool calls in all turns together. */
export const totalToolCalls: Metric = {
  name: 'per_conversation.tool_calls',
  scope: 'per_conversation',
  unit: 'calls',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map(callsIn))],
};

/** Number of steps that an application reports in all turns together. */
export const totalSteps: Metric = {
  name: 'per_conversation.steps',
  scope: 'per_conversation',
  unit: 'steps',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map(({ steps }) => lengthOf(steps, 'steps')))],
};

function callsIn({ tool_calls }: Turn): Measured {
  return lengthOf(tool_calls, 'tool calls');
}

function lengthOf(list: readonly unknown[] | undefined, noun: string): Measured {
  return list ? { value: list.length } : { value: null, reason: `the reply does not say its ${noun}` };
}
