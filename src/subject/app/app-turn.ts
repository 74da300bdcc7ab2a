import type { JsonObject } from '#model/data/json.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Turn } from '#model/run/trial.js';
import { toTurn } from '../reply-turn.js';

/**
 * Makes a turn of a message and the application's response. Drops details whose names eva uses itself, but takes the token counts
 * and the cost from the application, since eva cannot measure them.
 */
export function appTurn(message: string, stored: StoredReply): Turn {
  const turn = toTurn(message, stored, null);
  const given = stored.reply.details ?? {};
  const appDetails = Object.entries(given).filter(([name]) => !ownNames.has(name));
  const numbers = {
    input_tokens: numberIn(given, 'input_tokens', Number.isSafeInteger),
    output_tokens: numberIn(given, 'output_tokens', Number.isSafeInteger),
    cost_usd: numberIn(given, 'cost_usd', Number.isFinite),
  };
  return { ...turn, details: { ...Object.fromEntries(appDetails), ...turn.details, ...numbers } };
}

/** Names of the details that eva itself records. */
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
