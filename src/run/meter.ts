import type { Price } from '#model/config.js';
import type { Ask, ReplySource, StoredReply } from '#model/exchange.js';
import { addReply, noUsage, type UsageTotal } from '#model/usage.js';

/** What the replies of a run amount to. */
export interface Totals {
  readonly replies: Readonly<Record<ReplySource, number>>;
  readonly usage: UsageTotal;
  /** Dollars for the replies that the model gave in this run; null if a price or a token count is unknown. */
  readonly cost_usd: number | null;
  readonly oldest_reply: string | null;
}

/** Counts every reply that passes through `ask`, each once however often it was asked for. */
export function meter(ask: Ask, prices: Readonly<Record<string, Price>>): { ask: Ask; totals: () => Totals } {
  const seen = new Map<string, StoredReply & { asked: string }>();
  return {
    ask: async (call) => {
      const stored = await ask(call);
      seen.set(stored.key, { ...stored, asked: call.request.model });
      return stored;
    },
    totals: () => totalsOf([...seen.values()], prices),
  };
}

function totalsOf(
  replies: readonly (StoredReply & { asked: string })[],
  prices: Readonly<Record<string, Price>>,
): Totals {
  const count = (source: ReplySource) => replies.filter((one) => one.source === source).length;
  const timestamps = replies.map((one) => one.ts).sort();
  const paid = replies.filter((one) => one.source === 'model');
  return {
    replies: { model: count('model'), recorded: count('recorded'), synthetic: count('synthetic') },
    usage: replies.reduce((sum, one) => addReply(sum, one.reply.usage), noUsage),
    cost_usd: paid.reduce<number | null>((sum, one) => addCost(sum, one, prices), 0),
    oldest_reply: timestamps[0] ?? null,
  };
}

function addCost(
  sum: number | null,
  { asked, reply }: { asked: string; reply: StoredReply['reply'] },
  prices: Readonly<Record<string, Price>>,
): number | null {
  const price = Object.hasOwn(prices, asked) ? prices[asked] : undefined;
  const { input_tokens, output_tokens } = reply.usage;
  if (sum === null || !price || input_tokens === null || output_tokens === null) return null;
  return sum + (input_tokens * price.input + output_tokens * price.output) / 1e6;
}
