import { modelUnderTest } from '#model/case.js';
import type { Turn } from '#model/run/trial.js';
import { detailOf, type Measured, type Metric, noCap, sumOf } from './metric.js';

/** Number of tokens that the model wrote, as its provider counts them. */
export const outputTokens: Metric = {
  name: 'per_turn.output_tokens',
  scope: 'per_turn',
  unit: 'tokens',
  capOf: (subject) => modelUnderTest(subject)?.max_tokens ?? null,
  measure: ({ turns }) => turns.map((turn) => count(turn, 'output_tokens')),
};

/** Number of tokens that the model read, as its provider counts them. */
export const inputTokens: Metric = {
  name: 'per_turn.input_tokens',
  scope: 'per_turn',
  unit: 'tokens',
  capOf: noCap,
  measure: ({ turns }) => turns.map((turn) => count(turn, 'input_tokens')),
};

/** Number of tokens read and written over all turns. */
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

/** Cost in dollars of the tokens of all responses at the prices of eva.yml, whether this run or an earlier one paid for them. */
export const cost: Metric = {
  name: 'per_conversation.cost',
  scope: 'per_conversation',
  unit: 'USD',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map((turn) => detailOf(turn, 'cost_usd', unknown)))],
};

const unknown = 'the price of the model, or the number of its tokens, is not known (prices stand in eva.yml)';
