import type { JsonObject } from '#model/data/json.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Turn } from '#model/run/trial.js';
import { toTurn } from '../reply-turn.js';

/**
 * A message and an application's response to it. Of what the application says of itself, nothing stands under a name that is
 * eva's; its own numbers of tokens and dollars count, since eva has none.
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

/** Names under which eva itself says something of a turn, or does so elsewhere. */
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
