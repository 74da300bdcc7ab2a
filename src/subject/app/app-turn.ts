import type { JsonObject } from '#model/data/json.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Turn } from '#model/run/trial.js';
import { toTurn } from '../reply-turn.js';

/**
 * Makes a turn of a message and the application's response. Drops details whose names eva uses itself. Keeps the application's own numbers
 * of tokens and dollars, since eva does not know them.
 */
export function appTurn(message: string, stored: StoredReply): Turn {
  const turn = toTurn(message, stored, null);
  const said = stored.reply.details ?? {};
  const its = Object.entries(said).filter(([name]) => !ownNames.has(name));
  const numbers = {
    input_tokens: numberIn(said, 'input_tokens', Number.isSafeInteger),
    output_tokens: numberIn(said, 'output_tokens', Number.isSafeInteger),
    cost_usd: numberIn(said, 'cost_usd', Number.isFinite),
  };
  return { ...turn, details: { ...Object.fromEntries(its), ...turn.details, ...numbers } };
}

/** Names of facts that eva itself records. */
const ownNames: ReadonlySet<string> = new Set([
  'latency',
  'latency_s',
  'user_latency_s',
  'user_message',
  'app_response',
]);

function numberIn(details: JsonObject, key: string, counts: (value: unknown) => boolean): number | null {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  return typeof value === 'number' && value >= 0 && counts(value) ? value : null;
}
