import type { Price } from '#model/config.js';
import type { Ask, ReplySource, StoredReply } from '#model/exchange.js';
import { costOf, priceOf } from '#model/price.js';
import { addReply, noUsage, type UsageTotal } from '#model/usage.js';

/** What the replies of a run amount to. */
export interface Totals {
  readonly replies: Readonly<Record<ReplySource, number>>;
  readonly usage: UsageTotal;
  /** Dollars for the replies that the model gave in this run; null if a price or a token count is unknown. */
  readonly cost_usd: number | null;
  /** When the oldest of them was given, ISO 8601. */
  readonly oldest_reply: string | null;
}

type Prices = Readonly<Record<string, Price>>;

const nothing: Totals = {
  replies: { model: 0, recorded: 0, synthetic: 0 },
  usage: noUsage,
  cost_usd: 0,
  oldest_reply: null,
};

/** A reply, and the model that was asked for it; null for an application, whose tokens and price are its own affair. */
interface Metered {
  readonly stored: StoredReply;
  readonly model: string | null;
}

/** Counts the replies of `before` and every one that passes through `ask`, each once however often it was asked for. */
export function meter(ask: Ask, prices: Prices, before: readonly Metered[] = []): { ask: Ask; totals: () => Totals } {
  const counted = new Set<string>();
  let totals = nothing;
  const count = ({ stored, model }: Metered) => {
    if (!counted.has(stored.key)) totals = add(totals, stored, model, prices);
    counted.add(stored.key);
  };
  before.forEach(count);
  return {
    ask: async (call) => {
      const stored = await ask(call);
      count({ stored, model: 'answer' in call ? null : call.request.model });
      return stored;
    },
    totals: () => totals,
  };
}

function add(
  { replies, usage, cost_usd, oldest_reply }: Totals,
  stored: StoredReply,
  model: string | null,
  prices: Prices,
): Totals {
  const { source, reply, ts } = stored;
  const cost = source === 'model' && model !== null ? costOf(reply.usage, priceOf(prices, model)) : 0;
  return {
    replies: { ...replies, [source]: replies[source] + 1 },
    usage: model === null ? usage : addReply(usage, reply.usage),
    cost_usd: cost_usd === null || cost === null ? null : cost_usd + cost,
    oldest_reply: oldest_reply !== null && Date.parse(oldest_reply) <= Date.parse(ts) ? oldest_reply : ts,
  };
}
