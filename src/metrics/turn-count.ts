import { mostTurns } from './bounds.js';
import type { Metric } from './metric.js';

/** User messages that were answered. 1 for a case with one message. */
export const turnCount: Metric = {
  name: 'per_conversation.turn_count',
  scope: 'per_conversation',
  unit: 'turns',
  least: 1,
  capOf: mostTurns,
  measure: ({ turns }) => [{ value: turns.length }],
};
