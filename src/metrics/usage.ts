import { modelUnderTest } from '#model/case.js';
import type { Turn } from '#model/run/trial.js';
import { detailOf, type Measured, type Metric, noCap, sumOf } from './metric.js';

/** Tokens that the model wrote, as its provider counts them. */
export const outputTokens: Metric = {
  name: 'per_turn.output_tokens',
  scope: 'per_turn',
  unit: 'tokens',
  capOf: (subject) => modelUnderTest(subject)?.max_tokens ?? null,
  measure: ({ turns }) => turns.map((turn) => count(turn, 'output_tokens')),
};

/** Tokens that the model read, as its provider counts them. */
export const inputTokens: Metric = {
  name: 'per_turn.input_tokens',
  scope: 'per_turn',
  unit: 'tokens',
  capOf: noCap,
  measure: ({ turns }) => turns.map((turn) => count(turn, 'input_tokens')),
};

/** Tokens read and written over all turns. */
export const totalTokens: Metric = {
  name: 'per_conversation.total_tokens',
  scope: 'per_conversation',
  unit: 'tokens',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.flatMap((turn) => [count(turn, 'input_tokens'), count(turn, 'output_tokens')]))],
};

function count(turn: Turn, key: 'input_tokens' | 'output_tokens'): Measured {
  return detailOf(turn, key, 'the provider did not say how many tokens it counted');
}

/** Dollars for the tokens of all responses at the prices of eva.yml, whether they were paid in this run or in an earlier one. */
export const cost: Metric = {
  name: 'per_conversation.cost',
  scope: 'per_conversation',
  unit: 'USD',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map((turn) => detailOf(turn, 'cost_usd', unknown)))],
};

const unknown = 'the price of the model, or the number of its tokens, is not known (prices stand in eva.yml)';
