import type { Budget } from '#model/config.js';
import { plural, usd } from '../text/numbers.js';

/** What a run may spend: `500 calls or $2.00`; empty where nothing bounds it. */
export function budgetText({ max_calls, max_tokens, max_cost_usd }: Budget): string {
  const bounds = [
    ...(max_calls === undefined ? [] : [plural(max_calls, 'call')]),
    ...(max_tokens === undefined ? [] : [plural(max_tokens, 'token')]),
    ...(max_cost_usd === undefined ? [] : [usd(max_cost_usd)]),
  ];
  return bounds.join(' or ');
}
