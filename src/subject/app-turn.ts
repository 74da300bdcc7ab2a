import type { StoredReply } from '#model/exchange.js';
import type { JsonObject } from '#model/json.js';
import type { Turn } from '#model/trial.js';
import { toTurn } from './reply-turn.js';

/**
 * A message and an application's response to it. What the application says of itself is kept beneath what eva knows; its own
 * numbers of tokens and dollars count, since eva has none.
 */
export function appTurn(message: string, stored: StoredReply): Turn {
  const turn = toTurn(message, stored, null);
  const said = stored.reply.details ?? {};
  const numbers = {
    input_tokens: numberIn(said, 'input_tokens'),
    output_tokens: numberIn(said, 'output_tokens'),
    cost_usd: numberIn(said, 'cost_usd'),
  };
  return { ...turn, details: { ...said, ...turn.details, ...numbers } };
}

function numberIn(details: JsonObject, key: string): number | null {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  return typeof value === 'number' && value >= 0 ? value : null;
}
