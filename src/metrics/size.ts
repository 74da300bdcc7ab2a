import type { Turn } from '#model/run/trial.js';
import { words } from '#model/text/characters.js';
import { type Metric, mostTurns, noCap, sumOf } from './metric.js';

/** Number of Unicode code points in the response, white space included. */
export const responseLength: Metric = {
  name: 'per_turn.response_length',
  scope: 'per_turn',
  unit: 'characters',
  capOf: noCap,
  measure: ({ turns }) => turns.map(lengthOf),
};

/** Number of words in the response, separated by white space, as the checks count them. */
export const responseWords: Metric = {
  name: 'per_turn.response_words',
  scope: 'per_turn',
  unit: 'words',
  capOf: noCap,
  measure: ({ turns }) => turns.map(({ app_response }) => ({ value: words(app_response).length })),
};

/** Number of Unicode code points in all responses together. */
export const totalResponseLength: Metric = {
  name: 'per_conversation.total_response_length',
  scope: 'per_conversation',
  unit: 'characters',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map(lengthOf))],
};

function lengthOf({ app_response }: Turn): { readonly value: number } {
  return { value: Array.from(app_response).length };
}

/** Number of user messages with a response; 1 for a case with one message. */
export const turnCount: Metric = {
  name: 'per_conversation.turn_count',
  scope: 'per_conversation',
  unit: 'turns',
  least: 1,
  capOf: mostTurns,
  measure: ({ turns }) => [{ value: turns.length }],
};
