import { noCap } from './bounds.js';
import { detailOf, sumOf } from './measured.js';
import type { Metric } from './metric.js';

/** Dollars for the tokens of all responses at the prices of eva.yml, whether they were paid in this run or in an earlier one. */
export const cost: Metric = {
  name: 'per_conversation.cost',
  scope: 'per_conversation',
  unit: 'USD',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map((turn) => detailOf(turn, 'cost_usd', unknown)))],
};

const unknown = 'the price of the model, or the number of its tokens, is not known (prices stand in eva.yml)';
